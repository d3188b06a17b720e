import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { FIELD_NAME, isName } from '@ruam/contract/platform/names.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import { watchJob } from '../../background/jobs/watch-job.ts'
import { currentOf } from '../../data/stale.ts'
import { useWords, wordsNow } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { checks } from '../../ui/form.ts'
import { type RecordForm, useRecordForm } from '../../ui/use-record-form.ts'
import { checkFieldName, checkNewFieldName, fieldRefusedAt } from './field-name.ts'
import type { FieldOwner } from './field-owner.ts'
import { blankValues, type EditedField, type FieldRow, type FieldValues, rowValuesOf } from './field-row.ts'
import { formulaIn } from './formula.ts'
import { formulaText } from './formula-text.ts'
import { useTypePreview } from './TypeChange.tsx'
import { text } from './text.ts'
import { useFormulaParts } from './use-formula-parts.ts'
import { useFieldNameCheck } from './use-name-checks.ts'
import { useSaveField } from './use-save-field.ts'

/** The form of a field: its names, its type or formula, and what another type makes of its values. */
export function useFieldForm(owner: FieldOwner, field: FieldRow | undefined, onClose: () => void) {
  const t = useWords(text)
  const f = useWords(formulaText)
  const c = useWords(common)
  const saving = useSaveField(owner)
  /** True if a type change is requested. The type is sent only then, because values may be under conversion. */
  const isConverted = ({ formula, dataType }: FieldValues) =>
    field !== undefined && !formula && dataType !== record.base.dataType
  const record: RecordForm<FieldValues> = useRecordForm<FieldValues, EditedField, number | null>({
    record: field,
    blank: blankValues,
    valuesOf: (row) => rowValuesOf(owner, row),
    validate: {
      displayName: checks.name,
      fieldName: field ? checkFieldName : checkNewFieldName,
      formula: (draft) => (draft && !formulaIn(owner, draft) ? wordsNow(formulaText).missing : null),
      drop: (drop) => (dropNeeded && !drop ? t.dropNeeded : null),
    },
    refusedAt: { ...fieldRefusedAt, field_choices_invalid: 'choices' },
    // The computed fields that a change of type would break.
    refusalOf: ({ name, details }) =>
      name === 'field_in_use'
        ? f.keepsType({ names: (details.formulas as { names: string[] }).names.join(', ') })
        : undefined,
    current: currentOf(owner === 'profile' ? profileFields.update : activities.updateField),
    async save(typed, originTime) {
      const values = typed.formula ? { ...typed, dataType: parts.dataType } : typed
      if (!field) {
        await saving.create(values)
        return null
      }
      const converted = isConverted(values)
      const { dataType: _, ...others } = values
      const text = field.dataType === 'String' ? others : { ...others, choices: '' }
      const sent = converted || values.formula ? values : text
      return (
        await saving.update(
          field.id,
          { ...sent, drop: converted && values.drop, confirm: converted && named },
          originTime,
        )
      ).jobId
    },
    onSaved(jobId) {
      if (jobId !== null) watchJob(jobId)
      alerts.success(jobId === null ? c.saved : t.convertingLong)
      onClose()
    },
    onClose,
  })
  const { form, base } = record
  const { displayName, fieldName, dataType, formula } = form.values
  const parts = useFormulaParts(owner, formula)
  const converts = isConverted(form.values)
  const preview = useTypePreview(owner, field?.id, dataType, converts)
  // Saving after broken rules were shown confirms them.
  const named =
    !preview.isPlaceholderData && (preview.data ? preview.data.segments.count + preview.data.views.count > 0 : false)
  const dropNeeded = converts && !preview.isPlaceholderData && Boolean(preview.data?.notConvertible)
  const asksFieldName = FIELD_NAME.test(fieldName) && fieldName !== base.fieldName
  const asksDisplayName = isName(displayName) && displayName.trim() !== base.displayName
  return {
    record,
    parts,
    converts,
    preview,
    shown: {
      displayName: { label: t.displayName },
      fieldName: { label: t.fieldName },
      dataType: { label: t.dataType, of: (values: FieldValues) => t[values.dataType] },
      formula: { label: f.what, of: (values: FieldValues) => (values.formula ? f[values.formula.function] : '') },
      amount: { label: t.amount, of: (values: FieldValues) => (values.amount ? t.yes : t.no) },
      choices: { label: t.choices, of: ({ choices }: FieldValues) => choices.split('\n').join(', ') },
      sensitive: { label: t.sensitive, of: (values: FieldValues) => (values.sensitive ? t.yes : t.no) },
    },
    names: {
      displayName: useFieldNameCheck(owner, 'display_name', displayName, asksDisplayName),
      fieldName: useFieldNameCheck(owner, 'name', fieldName, asksFieldName),
    },
    /** Accepts loss for one type only. */
    chooseType(type: DataType) {
      form.setFieldValue('drop', false)
      if (type !== 'Number') form.setFieldValue('amount', false)
      form.setFieldValue('dataType', type)
    },
  }
}
