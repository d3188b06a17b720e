import { TextInput } from '@mantine/core'
import { myDataSettings } from '@ruam/contract/privacy/my-data.ts'
import { plainInput } from '../../channels/accounts/credentials.ts'
import { useWrite } from '../../data/api.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { type RecordForm, useRecordForm } from '../../ui/use-record-form.ts'
import { text } from './text.ts'

type LoginValues = { channelId: string; channelSecret: string }

// The patterns of contract/privacy/my-data.ts, each with its sentence.
const checkOf = (pattern: RegExp, word: 'channelIdWrong' | 'secretWrong') => (value: string) =>
  checks.required(value) ?? (pattern.test(value.trim()) ? null : wordsNow(text)[word])

/** Saves the LINE Login channel of the page. */
export default function LoginDialog({ saved, onClose }: { saved: boolean; onClose: () => void }) {
  const t = useWords(text)
  const save = useWrite(myDataSettings.saveLogin, { quiet: true, refreshes: [myDataSettings.get] })
  const record: RecordForm<LoginValues> = useRecordForm({
    blank: { channelId: '', channelSecret: '' },
    validate: {
      channelId: checkOf(/^\d{6,20}$/, 'channelIdWrong'),
      channelSecret: checkOf(/^[0-9a-f]{32}$/, 'secretWrong'),
    },
    save: ({ channelId, channelSecret }: LoginValues) =>
      save.mutateAsync({ body: { channelId: channelId.trim(), channelSecret: channelSecret.trim() } }),
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog title={saved ? t.change : t.add} record={record}>
      <TextInput {...form.getInputProps('channelId')} {...plainInput} label={t.channelId} required data-autofocus />
      <TextInput
        {...form.getInputProps('channelSecret')}
        {...plainInput}
        label={t.channelSecret}
        {...(saved && { description: t.turnsOff })}
        required
      />
    </RecordDialog>
  )
}
