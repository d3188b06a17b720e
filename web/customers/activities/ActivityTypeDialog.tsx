import { Textarea } from '@mantine/core'
import { activities } from '@ruam/contract/customers/activities.ts'
import { isName } from '@ruam/contract/platform/names.ts'
import { activityDate } from '@ruam/contract/platform/system-fields.ts'
import { type Got, useRead, useWrite } from '../../data/api.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords } from '../../data/text.ts'
import { CheckedInput } from '../../ui/CheckedInput.tsx'
import { checks } from '../../ui/form.ts'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../ui/use-record-form.ts'
import { useTypeNameCheck } from '../fields/use-name-checks.ts'
import { FieldOrder } from './FieldOrder.tsx'
import { text } from './text.ts'
import type { TypeCalls } from './type-calls.ts'

export type TypeRow = Got<typeof activities.types>['data'][number]

interface ActivityTypeDialogProps {
  /** The type to change; without one a type is made. */
  type?: TypeRow | undefined
  calls: TypeCalls
  onClose: () => void
}

type TypeValues = { name: string; description: string; fields: number[] }

const valuesOf = ({ name, description, fields }: TypeRow): TypeValues => ({
  name,
  description,
  fields: fields.map(({ id }) => id).filter((id) => id !== activityDate.id),
})

/** Makes an activity type, or changes one. */
export function ActivityTypeDialog({ type, calls, onClose }: ActivityTypeDialogProps) {
  const t = useWords(text)
  const known = useRead(activities.fields, { query: { offset: 0, limit: 0 } })
  const create = useWrite(calls.create, { quiet: true })
  const update = useWrite(calls.update, { quiet: true })
  const record = useRecordForm({
    record: type,
    blank: { name: '', description: '', fields: [] },
    valuesOf,
    validate: { name: checks.name, description: checks.description },
    refusedAt: {
      activity_type_name_taken: 'name',
      activity_type_name_invalid: 'name',
      activity_type_fields_invalid: 'fields',
    },
    current: currentOf(calls.update),
    save: (values, originTime) =>
      type
        ? update.mutateAsync({ params: { id: type.id }, body: { ...values, originTime } })
        : create.mutateAsync({ body: values }),
    onClose,
  })
  const { form, base } = record
  const { name, fields } = form.values
  const check = useTypeNameCheck(name, isName(name) && name.trim() !== base.name)
  const nameOf = (id: number) => known.data?.data.find((field) => field.id === id)?.displayName ?? ''
  return (
    <RecordDialog
      title={type ? t.editType : t.newType}
      create={t.createType}
      record={record}
      names={{ name: check }}
      shown={{
        name: { label: t.name },
        description: { label: t.description },
        fields: { label: t.order, of: (values) => values.fields.map(nameOf).join(', ') },
      }}
    >
      <CheckedInput {...form.getInputProps('name')} check={check} label={t.name} required data-autofocus />
      <Textarea {...form.getInputProps('description')} label={t.description} autosize minRows={2} />
      <FieldOrder
        value={fields}
        onChange={(next) => form.setFieldValue('fields', next)}
        options={known.data?.data ?? []}
        unread={known.data ? undefined : known.error?.message}
        error={form.errors.fields ? String(form.errors.fields) : undefined}
      />
    </RecordDialog>
  )
}
