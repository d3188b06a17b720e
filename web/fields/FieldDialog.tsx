import { Button, Checkbox, Group, NativeSelect, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import type { ErrorName } from '@ruam/contract/errors.ts'
import { FIELD_NAME, isName } from '@ruam/contract/names.ts'
import { dataTypes } from '@ruam/contract/system-fields.ts'
import { useState } from 'react'
import { alerts } from '../core/alerts.ts'
import { CheckedInput } from '../core/CheckedInput.tsx'
import { Dialog } from '../core/Dialog.tsx'
import { FormNote } from '../core/FormNote.tsx'
import { checks, submit } from '../core/form.ts'
import overlays from '../core/overlays.module.css'
import { isApiError } from '../core/request.ts'
import { StaleNote } from '../core/StaleNote.tsx'
import { useWords, wordsNow } from '../core/text.ts'
import { useClose } from '../core/unsaved.ts'
import { useVersion } from '../core/use-version.ts'
import { common } from '../core/words.ts'
import { watchJob } from '../jobs/watch-job.ts'
import { FormulaFields } from './FormulaFields.tsx'
import { fieldNameOf } from './field-name.ts'
import { type FieldOwner, type FieldRow, type FieldValues, valuesOf } from './field-row.ts'
import { blankFormula, camelFormula, draftOf, formulaIn } from './formula.ts'
import { formulaText } from './formula-text.ts'
import { TypeChange, useTypePreview } from './TypeChange.tsx'
import { text } from './text.ts'
import { useFormulaParts } from './use-formula-parts.ts'
import { useFieldNameCheck } from './use-name-checks.ts'
import { useSaveField } from './use-save-field.ts'

interface FieldDialogProps {
  owner: FieldOwner
  /** The field to change; without one a field is made. */
  field?: FieldRow | undefined
  onClose: () => void
}

const ofName: readonly ErrorName[] = ['field_name_invalid', 'field_name_in_profile', 'field_name_in_activity']
const ofDisplayName: readonly ErrorName[] = ['field_display_name_in_profile', 'field_display_name_in_activity']

const checkFieldName = (value: string) =>
  checks.required(value) ?? (FIELD_NAME.test(value) ? null : wordsNow(text).fieldNameHint)

const blank: FieldValues = { displayName: '', fieldName: '', dataType: 'String', sensitive: false, formula: null }

interface Current {
  display_name: string
  field_name: string
  data_type: FieldValues['dataType']
  sensitive?: boolean
  formula: Record<string, unknown> | null
  updated_at: string
}

/** Makes a field of the store's own, or changes one. */
export function FieldDialog({ owner, field, onClose }: FieldDialogProps) {
  const t = useWords(text)
  const f = useWords(formulaText)
  const c = useWords(common)
  const saving = useSaveField(owner)
  const [start] = useState(field ? valuesOf(owner, field) : blank)
  const version = useVersion(start, field?.updatedAt ?? null)
  const { base } = version
  const [refusal, setRefusal] = useState<string>()
  const [drop, setDrop] = useState(false)
  const [dropError, setDropError] = useState<string>()
  const form = useForm({
    mode: 'controlled',
    initialValues: start,
    validate: {
      displayName: checks.name,
      fieldName: checkFieldName,
      formula: (draft) => (draft && !formulaIn(owner, draft) ? wordsNow(formulaText).missing : null),
    },
  })
  const { displayName, fieldName, dataType, formula } = form.values
  const parts = useFormulaParts(owner, formula)
  const close = useClose(form.isDirty(), onClose)
  const nameCheck = useFieldNameCheck(
    owner,
    'name',
    fieldName,
    FIELD_NAME.test(fieldName) && fieldName !== base.fieldName,
  )
  const shownCheck = useFieldNameCheck(
    owner,
    'display_name',
    displayName,
    isName(displayName) && displayName.trim() !== base.displayName,
  )
  const converts = field !== undefined && !formula && dataType !== base.dataType
  const preview = useTypePreview(owner, field?.id, dataType, converts)

  /** The computed fields that a change of type would break. */
  const keptType = (details: Record<string, unknown>) => {
    const { names } = details.formulas as { names: string[] }
    return f.keepsType({ names: names.join(', ') })
  }
  const show = (error: unknown, values: FieldValues) => {
    if (!isApiError(error)) throw error
    if (ofName.includes(error.name as ErrorName)) return form.setFieldError('fieldName', error.message)
    if (ofDisplayName.includes(error.name as ErrorName)) return form.setFieldError('displayName', error.message)
    if (error.name === 'field_in_use') return setRefusal(keptType(error.details))
    if (error.name !== 'stale_edit') return setRefusal(error.message)
    const {
      display_name,
      field_name,
      data_type,
      sensitive,
      formula: kept,
      updated_at,
    } = error.details.current as Current
    const theirs = {
      displayName: display_name,
      fieldName: field_name,
      dataType: data_type,
      sensitive: sensitive ?? false,
      formula: draftOf(owner, camelFormula(kept)),
    }
    form.setValues(version.meet(values, theirs, updated_at))
  }
  /** Whether its values are converted in the background from here on. */
  const saved = async (values: FieldValues): Promise<boolean> => {
    if (!field) {
      await saving.create(values)
      return false
    }
    const { dataType: _, ...others } = values
    const sent = converts || values.formula ? values : others
    const { jobId } = await saving.update(field.id, sent, {
      originTime: version.originTime,
      drop: converts && drop,
    })
    if (jobId !== null) watchJob(jobId)
    return jobId !== null
  }
  const save = async (typed: FieldValues) => {
    setRefusal(undefined)
    const values = typed.formula ? { ...typed, dataType: parts.dataType } : typed
    if (converts && !preview.isPlaceholderData && preview.data?.notConvertible && !drop)
      return setDropError(t.dropNeeded)
    try {
      alerts.success((await saved(values)) ? t.convertingLong : c.saved)
      onClose()
    } catch (error) {
      show(error, values)
    }
  }
  /** While nobody has typed a field name it follows the name that is shown. */
  const typeDisplayName = (typed: string) => {
    if (!field && fieldName === fieldNameOf(displayName)) form.setFieldValue('fieldName', fieldNameOf(typed))
    form.setFieldValue('displayName', typed)
  }
  /** What may be lost is said of one type at a time. */
  const typeDataType = (typed: string) => {
    setDrop(false)
    setDropError(undefined)
    form.setFieldValue('dataType', dataTypes.find((one) => one === typed) ?? dataType)
  }
  const told = {
    displayName: { label: t.displayName, of: (values: FieldValues) => values.displayName },
    fieldName: { label: t.fieldName, of: (values: FieldValues) => values.fieldName },
    dataType: { label: t.dataType, of: (values: FieldValues) => t[values.dataType] },
    formula: { label: f.what, of: (values: FieldValues) => (values.formula ? f[values.formula.function] : '') },
    sensitive: { label: t.sensitive, of: (values: FieldValues) => (values.sensitive ? t.yes : t.no) },
  }
  const conflicts = version.conflicts.map(({ key, theirs }) => ({
    label: told[key].label,
    value: told[key].of(base),
    onTake() {
      form.setFieldValue(key, theirs)
      version.settle(key)
    },
  }))
  return (
    <Dialog opened onClose={close} title={field ? t.editTitle : t.newTitle} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, save, { displayName: shownCheck, fieldName: nameCheck })}>
        <Stack gap="lg" mt="sm">
          <FormNote message={refusal} />
          <StaleNote stale={version.stale} conflicts={conflicts} />
          <CheckedInput
            {...form.getInputProps('displayName')}
            onChange={(event) => typeDisplayName(event.currentTarget.value)}
            check={shownCheck}
            label={t.displayName}
            required
            data-autofocus
          />
          <CheckedInput
            {...form.getInputProps('fieldName')}
            check={nameCheck}
            label={t.fieldName}
            description={t.fieldNameHint}
            required
            autoCapitalize="off"
            spellCheck={false}
          />
          {!field && (
            <NativeSelect
              label={f.source}
              description={formula ? f.computedText : undefined}
              value={formula ? 'computed' : 'typed'}
              data={[
                { value: 'typed', label: f.typed },
                { value: 'computed', label: f.computed },
              ]}
              onChange={(event) =>
                form.setFieldValue('formula', event.currentTarget.value === 'computed' ? blankFormula(owner) : null)
              }
            />
          )}
          {formula ? (
            <FormulaFields
              owner={owner}
              value={formula}
              parts={parts}
              error={form.errors.formula ? String(form.errors.formula) : undefined}
              onChange={(next) => form.setFieldValue('formula', next)}
            />
          ) : (
            <NativeSelect
              {...form.getInputProps('dataType')}
              onChange={(event) => typeDataType(event.currentTarget.value)}
              label={t.dataType}
              data={dataTypes.map((value) => ({ value, label: t[value] }))}
            />
          )}
          {converts && (
            <TypeChange
              from={base.dataType}
              to={dataType}
              preview={preview}
              drop={drop}
              onDrop={(next) => {
                setDrop(next)
                setDropError(undefined)
              }}
              error={dropError}
            />
          )}
          {owner === 'profile' && (
            <Checkbox
              {...form.getInputProps('sensitive', { type: 'checkbox' })}
              label={t.sensitive}
              description={t.sensitiveText}
            />
          )}
          <Group justify="flex-end" gap="sm" className={overlays.dialogFoot}>
            <Button size="md" onClick={close}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={saving.isPending}>
              {field ? c.save : t.createField}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
