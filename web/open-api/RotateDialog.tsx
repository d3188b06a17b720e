import { NativeSelect } from '@mantine/core'
import { useWords } from '../data/text.ts'
import { RecordDialog } from '../ui/RecordDialog.tsx'
import { useRecordForm } from '../ui/use-record-form.ts'
import { text } from './text.ts'

interface RotateDialogProps<M> {
  name: string
  /** Makes the new secret; the former one stays valid for the hours. */
  rotate: (overlapHours: number) => Promise<M>
  onMade: (made: M) => void
  onClose: () => void
}

/** Makes a new secret. The former one ends at once, as one that leaked must, unless the person gives it time. */
export function RotateDialog<M>({ name, rotate, onMade, onClose }: RotateDialogProps<M>) {
  const t = useWords(text)
  const record = useRecordForm({
    blank: { hours: '0' },
    save: ({ hours }) => rotate(Number(hours)),
    onSaved: onMade,
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
