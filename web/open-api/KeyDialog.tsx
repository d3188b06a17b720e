import { Checkbox, Stack, TextInput } from '@mantine/core'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { masterData } from '@ruam/contract/platform/master-data.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { useRead, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { checks } from '../ui/form.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import { text } from './text.ts'

interface KeyDialogProps {
  onMade: (key: string) => void
  onClose: () => void
}

/** Makes an API key: its name, and the scopes that the person may grant. */
export function KeyDialog({ onMade, onClose }: KeyDialogProps) {
  const t = useWords(text)
  const create = useWrite(apiKeys.create, { quiet: true })
  const { data } = useRead(masterData.scopes, {})
  const record = useRecordForm({
    blank: { name: '', scopes: [] as Scope[] },
    validate: { name: checks.name, scopes: (scopes: Scope[]) => (scopes.length === 0 ? t.chooseScope : null) },
    refusedAt: { name_taken: 'name' },
    save: ({ name, scopes }) => create.mutateAsync({ body: { name: name.trim(), scopes } }),
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
              label={`${name} (${scope})`}
              description={grantable ? description : t.notYours}
              disabled={!grantable}
            />
          ))}
        </Stack>
      </Checkbox.Group>
    </RecordDialog>
  )
}
