import { Text } from '@mantine/core'
import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { FIELD_NAME, isName } from '@ruam/contract/platform/names.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { FieldNameInput } from '../../../customers/fields/FieldNameInput.tsx'
import { checkNewFieldName, fieldRefusedAt, newFieldName } from '../../../customers/fields/field-name.ts'
import { TypeCards } from '../../../customers/fields/TypeCards.tsx'
import { text as fieldText } from '../../../customers/fields/text.ts'
import { useFieldNameCheck } from '../../../customers/fields/use-name-checks.ts'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { CheckedInput } from '../../../ui/CheckedInput.tsx'
import { Fold } from '../../../ui/Fold.tsx'
import { checks } from '../../../ui/form.ts'
import { RecordDialog } from '../../../ui/RecordDialog.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import { wizard } from '../wizard-text.ts'
import { mappingText } from './mapping-text.ts'
import { useStepWords } from './step-words.ts'

interface NewFieldDialogProps {
  /** The column's header. */
  header: string
  /** Detected type. */
  dataType: DataType
  /** The activity type that gets the field; a profile field without one. */
  activityType: number | undefined
  onCreated: (fieldId: number) => void
  onClose: () => void
}

/** Makes a field of the store's own for a column. */
export function NewFieldDialog({ header, dataType, activityType, onCreated, onClose }: NewFieldDialogProps) {
  const t = useStepWords(wizard)
  const m = useStepWords(mappingText)
  const f = useWords(fieldText)
  const makeProfile = useWrite(profileFields.create, { quiet: true, refreshes: [dataSources.getMapping] })
  const makeActivity = useWrite(activities.createField, { quiet: true })
  const record = useRecordForm({
    blank: { displayName: header.trim(), fieldName: '', dataType },
    validate: { displayName: checks.name, fieldName: checkNewFieldName },
    refusedAt: fieldRefusedAt,
    async save({ fieldName, ...rest }): Promise<{ id: number }> {
      const name = newFieldName(fieldName)
      if (activityType === undefined)
        return makeProfile.mutateAsync({ body: { ...rest, ...(name && { fieldName: name }) } })
      const query = { activityTypeId: String(activityType) }
      return makeActivity.mutateAsync({ query, body: { ...rest, ...(name && { name }) } })
    },
    onSaved: ({ id }) => onCreated(id),
    onClose,
  })
  const { form } = record
  const { displayName, fieldName } = form.values
  const owner = activityType === undefined ? 'profile' : 'activity'
  const names = {
    displayName: useFieldNameCheck(owner, 'display_name', displayName, isName(displayName)),
    fieldName: useFieldNameCheck(owner, 'name', fieldName, FIELD_NAME.test(fieldName)),
  }
  const title = activityType === undefined ? t.newFieldTitle : m.newActivityFieldTitle
  return (
    <RecordDialog title={title} create={t.createField} record={record} names={names}>
      <Text c="var(--ruam-text-2)">{t.newFieldText({ name: header })}</Text>
      <CheckedInput
        {...form.getInputProps('displayName')}
        check={names.displayName}
        label={t.displayName}
        required
        data-autofocus
      />
      <TypeCards value={form.values.dataType} onChange={(type) => form.setFieldValue('dataType', type)} />
      <Fold
        label={f.advanced}
        hint={f.advancedOfColumn}
        held={Boolean(form.errors.fieldName) || names.fieldName.verdict === 'taken'}
        framed
      >
        <FieldNameInput {...form.getInputProps('fieldName')} check={names.fieldName} isNew />
      </Fold>
    </RecordDialog>
  )
}
