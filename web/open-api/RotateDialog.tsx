import { NativeSelect } from '@mantine/core'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { type Got, useWrite } from '../data/api.ts'
import { useWords } from '../data/text.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import { text } from './text.ts'

interface RotateDialogProps {
  apiKey: Got<typeof apiKeys.get>
  onMade: (key: string) => void
  onClose: () => void
}

/** Makes a new secret. The person chooses how long the former one stays valid. */
export function RotateDialog({ apiKey: { id, name }, onMade, onClose }: RotateDialogProps) {
  const t = useWords(text)
  const rotate = useWrite(apiKeys.rotate, { quiet: true })
  const record = useRecordForm({
    blank: { hours: '24' },
    save: ({ hours }) => rotate.mutateAsync({ params: { id }, body: { overlapHours: Number(hours) } }),
    onSaved: ({ key }) => onMade(key),
    onClose,
  })
  const overlaps = { 0: t.atOnce, 24: t.hours24, 168: t.inDays({ count: 7 }), 720: t.inDays({ count: 30 }) }
  return (
    <RecordDialog title={t.rotateTitle({ name })} create={t.rotate} record={record}>
      <NativeSelect
        {...record.form.getInputProps('hours')}
        label={t.overlapLabel}
        description={t.rotateText}
        data={Object.entries(overlaps).map(([value, label]) => ({ value, label }))}
        data-autofocus
      />
    </RecordDialog>
  )
}
