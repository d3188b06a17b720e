import { Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { checks } from '../ui/form.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import styles from './OpenApi.module.css'
import { text } from './text.ts'

interface KeyDialogProps {
  onMade: (key: string) => void
  onClose: () => void
}

const DAY_MS = 24 * 60 * 60 * 1000
const lifetimes = ['30', '90', '365', '730'] as const

/** Makes an API key: its name, the scopes that the person may grant, and its last day. */
export function KeyDialog({ onMade, onClose }: KeyDialogProps) {
  const t = useWords(text)
  const create = useWrite(apiKeys.create, { quiet: true })
  const { data } = useRead(masterData.scopes, {})
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
      <Checkbox.Group {...form.getInputProps('scopes')} label={t.scopes} required>
        <Stack gap="sm" mt="xs">
          {data?.data.map(({ scope, name, description, grantable }) => (
            <Checkbox
              key={scope}
              value={scope}
              label={name}
              description={`${grantable ? description : t.notYours} · ${scope}`}
              disabled={!grantable}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <p className={styles.note}>{t.newKeyFields}</p>
      <NativeSelect
        {...form.getInputProps('days')}
        label={t.expires}
        data={lifetimes.map((value) => ({ value, label: t.inDays({ count: Number(value) }) }))}
      />
    </RecordDialog>
  )
}
