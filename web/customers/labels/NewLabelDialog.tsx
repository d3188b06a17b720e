import type { labelColors } from '@ruam/contract/customers/label-colors.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { isName } from '@ruam/contract/platform/names.ts'
import { useWrite } from '../../data/api.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { CheckedInput } from '../../ui/CheckedInput.tsx'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { ColorChoice } from './ColorChoice.tsx'
import { labelText } from './text.ts'
import { useLabelNameCheck } from './use-label-name-check.ts'

interface NewLabelDialogProps {
  /** Initial name. */
  name?: string
  onCreated: (labelId: number) => void
  onClose: () => void
}

type LabelValues = { name: string; color: (typeof labelColors)[number] }

const checkName = (value: string) => checks.name(value) ?? (value.includes(',') ? wordsNow(labelText).noComma : null)

/** Makes a label: a name and a colour. */
export function NewLabelDialog({ name: typed = '', onCreated, onClose }: NewLabelDialogProps) {
  const t = useWords(labelText)
  const create = useWrite(labels.create, { quiet: true })
  const blank: LabelValues = { name: typed, color: 'teal' }
  const record = useRecordForm({
    blank,
    validate: { name: checkName },
    refusedAt: { label_name_taken: 'name', label_name_invalid: 'name', label_name_reserved: 'name' },
    save: (values) => create.mutateAsync({ body: { ...values, type: 'general' } }),
    onSaved: ({ id }) => onCreated(id),
    onClose,
  })
  const { form } = record
  const { name, color } = form.values
  const check = useLabelNameCheck(name, isName(name) && !name.includes(','))
  return (
    <RecordDialog title={t.create} create={t.save} record={record} names={{ name: check }}>
      <CheckedInput {...form.getInputProps('name')} check={check} label={t.name} required data-autofocus />
      <ColorChoice value={color} onChange={(one) => form.setFieldValue('color', one)} />
    </RecordDialog>
  )
}
