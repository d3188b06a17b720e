import { Checkbox, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useWords } from '../../data/text.ts'
import { CheckedInput } from '../../ui/CheckedInput.tsx'
import { Fold } from '../../ui/Fold.tsx'
import { RecordDialog } from '../../ui/RecordDialog.tsx'
import { FieldNameInput } from './FieldNameInput.tsx'
import { FormulaFields } from './FormulaFields.tsx'
import type { FieldOwner } from './field-owner.ts'
import type { FieldRow } from './field-row.ts'
import { blankFormula, type FormulaDraft } from './formula.ts'
import { formulaText } from './formula-text.ts'
import { TypeCards } from './TypeCards.tsx'
import { TypeChange } from './TypeChange.tsx'
import { text } from './text.ts'
import { useFieldForm } from './use-field-form.ts'

interface FieldDialogProps {
  owner: FieldOwner
  /** The field to change; without one a field is made. */
  field?: FieldRow | undefined
  onClose: () => void
}

/** Makes a field of the store's own, or changes one. */
export function FieldDialog({ owner, field, onClose }: FieldDialogProps) {
  const t = useWords(text)
  const { record, names, parts, converts, preview, shown, chooseType } = useFieldForm(owner, field, onClose)
  const { form, base } = record
  const { formula, dataType } = form.values
  const formulaError = form.errors.formula ? String(form.errors.formula) : undefined
  return (
    <RecordDialog
      title={field ? t.editTitle : t.newTitle}
      create={t.createField}
      record={record}
      names={names}
      shown={shown}
    >
      <CheckedInput
        {...form.getInputProps('displayName')}
        check={names.displayName}
        onChange={(event) => form.setFieldValue('displayName', event.currentTarget.value)}
        label={t.displayName}
        placeholder={t.displayNameExample}
        required
        data-autofocus
      />
      <TypeCards value={formula ? parts.dataType : dataType} disabled={formula !== null} onChange={chooseType} />
      {converts && (
        <TypeChange
          from={base.dataType}
          to={dataType}
          preview={preview}
          drop={form.getInputProps('drop', { type: 'checkbox' })}
        />
      )}
      {owner === 'profile' && dataType === 'String' && !formula && !converts && (
        <Textarea
          {...form.getInputProps('choices')}
          label={t.choices}
          description={t.choicesText}
          placeholder={t.choicesExample}
          autosize
          minRows={2}
          maxRows={8}
        />
      )}
      {owner === 'activity' && field && dataType === 'Number' && !formula && (
        <Checkbox {...form.getInputProps('amount', { type: 'checkbox' })} label={t.amount} description={t.amountText} />
      )}
      <Fold
        label={t.advanced}
        hint={owner === 'profile' ? t.advancedOfProfile : t.advancedOfActivity}
        open={formula !== null}
        held={Boolean(formulaError || form.errors.fieldName) || names.fieldName.verdict === 'taken'}
        framed
      >
        <Stack gap="lg">
          {!field && (
            <FieldSourceInput
              owner={owner}
              formula={formula}
              onChange={(next) => form.setFieldValue('formula', next)}
            />
          )}
          {formula && (
            <FormulaFields
              owner={owner}
              value={formula}
              parts={parts}
              error={formulaError}
              onChange={(next) => form.setFieldValue('formula', next)}
            />
          )}
          {owner === 'profile' && (
            <Checkbox
              {...form.getInputProps('sensitive', { type: 'checkbox' })}
              label={t.sensitive}
              description={t.sensitiveText}
            />
          )}
          <FieldNameInput {...form.getInputProps('fieldName')} check={names.fieldName} isNew={!field} />
        </Stack>
      </Fold>
    </RecordDialog>
  )
}

interface FieldSourceInputProps {
  owner: FieldOwner
  formula: FormulaDraft | null
  onChange: (formula: FormulaDraft | null) => void
}

/** Source of a new field's values: people and files, or a formula. */
function FieldSourceInput({ owner, formula, onChange }: FieldSourceInputProps) {
  const t = useWords(formulaText)
  return (
    <NativeSelect
      label={t.source}
      description={formula ? t.computedText : undefined}
      value={formula ? 'computed' : 'typed'}
      data={[
        { value: 'typed', label: t.typed },
        { value: 'computed', label: t.computed },
      ]}
      onChange={(event) => onChange(event.currentTarget.value === 'computed' ? blankFormula(owner) : null)}
    />
  )
}
