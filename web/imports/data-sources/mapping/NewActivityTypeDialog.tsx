import { MultiSelect, Text, Textarea } from '@mantine/core'
import { activities } from '@ruam/contract/customers/activities.ts'
import { isName } from '@ruam/contract/platform/names.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTypeNameCheck } from '../../../customers/fields/use-name-checks.ts'
import { useRead, useWrite } from '../../../data/api.ts'
import { CheckedInput } from '../../../ui/CheckedInput.tsx'
import { checks } from '../../../ui/form.ts'
import overlays from '../../../ui/overlays.module.css'
import { RecordDialog } from '../../../ui/RecordDialog.tsx'
import { useGrowingOptions } from '../../../ui/use-growing.ts'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import type { MappingActivityType } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface NewActivityTypeDialogProps {
  onCreated: (type: MappingActivityType) => void
  onClose: () => void
}

type TypeValues = { name: string; description: string; fields: string[] }

const blank: TypeValues = { name: '', description: '', fields: [] }

/** Makes a type of activity, of the activity fields there are. */
export function NewActivityTypeDialog({ onCreated, onClose }: NewActivityTypeDialogProps) {
  const t = useStepWords(mappingText)
  const known = useRead(activities.fields, { query: { offset: 0, limit: 0, type: 'custom_activity' } })
  const create = useWrite(activities.createType, { quiet: true })
  const record = useRecordForm({
    blank,
    validate: { name: checks.name, description: checks.description },
    refusedAt: {
      activity_type_name_taken: 'name',
      activity_type_name_invalid: 'name',
      activity_type_fields_invalid: 'fields',
    },
    save: ({ fields, ...rest }) => create.mutateAsync({ body: { ...rest, fields: fields.map(Number) } }),
    onSaved: onCreated,
    onClose,
  })
  const { form } = record
  const [typed, setTyped] = useState('')
  const growing = useGrowingOptions(typed)
  const { name, fields } = form.values
  const check = useTypeNameCheck(name, isName(name))
  const options = known.data?.data.map(({ id, displayName }) => ({ value: String(id), label: displayName })) ?? []
  return (
    <RecordDialog title={t.newTypeTitle} create={t.createType} record={record} names={{ name: check }}>
      <Text c="var(--ruam-text-2)">{t.typeText}</Text>
      <CheckedInput {...form.getInputProps('name')} check={check} label={t.typeName} required data-autofocus />
      <MultiSelect
        {...form.getInputProps('fields')}
        error={form.errors.fields ?? known.error?.message}
        label={t.typeFields}
        description={t.typeFieldsText}
        placeholder={fields.length === 0 ? t.chooseFields : undefined}
        data={options}
        searchable
        {...growing}
        onSearchChange={setTyped}
        rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
        hidePickedOptions
        withScrollArea={false}
        classNames={{ options: overlays.options }}
        comboboxProps={{ transitionProps: { duration: 0 } }}
      />
      <Textarea {...form.getInputProps('description')} label={t.description} />
    </RecordDialog>
  )
}
