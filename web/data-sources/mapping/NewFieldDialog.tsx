import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { activities } from '@ruam/contract/activities.ts'
import { dataSources } from '@ruam/contract/data-sources.ts'
import type { ErrorName } from '@ruam/contract/errors.ts'
import { FIELD_NAME, isName } from '@ruam/contract/names.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
import { type DataType, dataTypes } from '@ruam/contract/system-fields.ts'
import { useWrite } from '../../core/api.ts'
import { CheckedInput } from '../../core/CheckedInput.tsx'
import { Dialog } from '../../core/Dialog.tsx'
import { FormNote } from '../../core/FormNote.tsx'
import { checks, submit } from '../../core/form.ts'
import { isApiError } from '../../core/request.ts'
import { useWords, wordsNow } from '../../core/text.ts'
import { common } from '../../core/words.ts'
import { fieldNameOf } from '../../fields/field-name.ts'
import { useFieldNameCheck } from '../../fields/use-name-checks.ts'
import { wizard } from '../wizard-text.ts'
import { mappingText } from './mapping-text.ts'

interface NewFieldDialogProps {
  /** The column's header. */
  header: string
  /** What its values seem to be. */
  dataType: DataType
  /** The activity type that gets the field; a profile field without one. */
  activityType: number | undefined
  onCreated: (fieldId: number) => void
  onClose: () => void
}

const ofName: readonly ErrorName[] = ['field_name_invalid', 'field_name_in_profile', 'field_name_in_activity']
const ofDisplayName: readonly ErrorName[] = ['field_display_name_in_profile', 'field_display_name_in_activity']

const checkFieldName = (value: string) =>
  checks.required(value) ?? (FIELD_NAME.test(value) ? null : wordsNow(wizard).fieldNameHint)

/** Makes a field of the store's own for a column. */
export function NewFieldDialog({ header, dataType, activityType, onCreated, onClose }: NewFieldDialogProps) {
  const t = useWords(wizard)
  const m = useWords(mappingText)
  const c = useWords(common)
  const makeProfile = useWrite(profileFields.create, { quiet: true, refreshes: [dataSources.getMapping] })
  const makeActivity = useWrite(activities.createField, { quiet: true })
  const made = activityType === undefined ? makeProfile : makeActivity
  const form = useForm({
    mode: 'controlled',
    initialValues: { displayName: header.trim(), fieldName: fieldNameOf(header), dataType },
    validate: { displayName: checks.name, fieldName: checkFieldName },
  })
  const { displayName, fieldName } = form.values
  const owner = activityType === undefined ? 'profile' : 'activity'
  const shownCheck = useFieldNameCheck(owner, 'display_name', displayName, isName(displayName))
  const nameCheck = useFieldNameCheck(owner, 'name', fieldName, FIELD_NAME.test(fieldName))
  const save = async ({ fieldName: name, ...rest }: typeof form.values) => {
    try {
      const field =
        activityType === undefined
          ? await makeProfile.mutateAsync({ body: { ...rest, fieldName: name } })
          : await makeActivity.mutateAsync({
              query: { activityTypeId: String(activityType) },
              body: { ...rest, name },
            })
      onCreated(field.id)
    } catch (error) {
      if (isApiError(error, ...ofName)) form.setFieldError('fieldName', error.message)
      if (isApiError(error, ...ofDisplayName)) form.setFieldError('displayName', error.message)
    }
  }
  const elsewhere = made.error && !isApiError(made.error, ...ofName, ...ofDisplayName)
  const title = activityType === undefined ? t.newFieldTitle : m.newActivityFieldTitle
  return (
    <Dialog opened onClose={onClose} title={title} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, save, { displayName: shownCheck, fieldName: nameCheck })}>
        <Stack gap="lg">
          <Text c="var(--ruam-text-2)">{t.newFieldText({ name: header })}</Text>
          <FormNote message={elsewhere ? made.error?.message : undefined} />
          <CheckedInput
            {...form.getInputProps('displayName')}
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
          <NativeSelect
            {...form.getInputProps('dataType')}
            label={t.dataType}
            data={dataTypes.map((value) => ({ value, label: t[value] }))}
          />
          <Group justify="flex-end" gap="sm">
            <Button size="md" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={made.isPending}>
              {t.createField}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
