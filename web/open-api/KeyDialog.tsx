import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { checks } from '../ui/form.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import { accessText } from './field-access-text.ts'
import styles from './OpenApi.module.css'
import { groupOf, scopeGroups } from './scope-groups.ts'
import { text } from './text.ts'

interface KeyDialogProps {
  onMade: (key: string) => void
  onClose: () => void
}

const DAY_MS = 24 * 60 * 60 * 1000
const lifetimes = ['30', '90', '365', '730'] as const

/** Makes an API key: its name, its last day, and the scopes that the person may grant. */
export function KeyDialog({ onMade, onClose }: KeyDialogProps) {
  const t = useWords(text)
  const create = useWrite(apiKeys.create, { quiet: true })
  const a = useWords(accessText)
  const infos = useRead(masterData.scopes, {}).data?.data ?? []
  const record = useRecordForm({
    blank: { name: '', scopes: [] as Scope[], days: '365' },
    validate: { name: checks.name, scopes: (scopes: Scope[]) => (scopes.length === 0 ? t.chooseScope : null) },
    refusedAt: { name_taken: 'name' },
    save({ name, scopes, days }) {
      const expiredAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString()
      return create.mutateAsync({ body: { name: name.trim(), scopes, expiredAt } })
    },
    onSaved: ({ key }) => onMade(key),
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog title={t.newKey} create={t.newKey} record={record}>
      <TextInput {...form.getInputProps('name')} label={t.name} placeholder={t.nameExample} required data-autofocus />
      <NativeSelect
        {...form.getInputProps('days')}
        label={t.expires}
        data={lifetimes.map((value) => ({ value, label: t.inDays({ count: Number(value) }) }))}
      />
      <Checkbox.Group
        {...form.getInputProps('scopes')}
        label={t.scopes}
        description={infos.some(({ grantable }) => !grantable) ? a.yours : undefined}
        required
      >
        <div className={styles.scopes}>
          {scopeGroups.map((group) => (
            <fieldset key={group}>
              <legend>{a[group]}</legend>
              {infos
                .filter(({ scope }) => groupOf[scope] === group)
                .map(({ scope, name, grantable }) => (
                  <Checkbox key={scope} value={scope} label={name} disabled={!grantable} />
                ))}
            </fieldset>
          ))}
        </div>
      </Checkbox.Group>
      <p className={styles.note}>{t.newKeyFields}</p>
    </RecordDialog>
  )
}
