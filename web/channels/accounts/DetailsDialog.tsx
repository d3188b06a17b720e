import { TextInput } from '@mantine/core'
import { useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { callsOf } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { checkProvider } from './credentials.ts'
import { text } from './text.ts'

type DetailValues = { name: string; provider: string }

const valuesOf = ({ name, provider }: AccountRow): DetailValues => ({ name, provider: provider ?? '' })

/** Changes the name and the provider of an account. */
export function DetailsDialog({ account, onClose }: { account: AccountRow; onClose: () => void }) {
  const t = useWords(text)
  const calls = callsOf(account.type)
  const update = useWrite(calls.update, { quiet: true })
  const record = useRecordForm({
    record: account,
    blank: { name: '', provider: '' },
    valuesOf,
    validate: { name: checks.name, provider: checkProvider },
    current: currentOf(calls.update),
    save: ({ name, provider }: DetailValues, originTime) =>
      update.mutateAsync({
        params: { id: account.id },
        body: { name: name.trim(), provider: provider.trim() || null, originTime },
      }),
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog
      title={t.editDetails}
      record={record}
      shown={{ name: { label: t.name }, provider: { label: t.provider } }}
    >
      <TextInput {...form.getInputProps('name')} label={t.name} required data-autofocus />
      <TextInput {...form.getInputProps('provider')} label={t.provider} description={t.providerText} />
    </RecordDialog>
  )
}
