import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { dataSources } from '@ruam/contract/data-sources.ts'
import type { ErrorName } from '@ruam/contract/errors.ts'
import { FIELD_NAME } from '@ruam/contract/names.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
import { type DataType, dataTypes } from '@ruam/contract/system-fields.ts'
import { useWrite } from '../core/api.ts'
import { Dialog } from '../core/Dialog.tsx'
import { FormNote } from '../core/FormNote.tsx'
import { checks, submit } from '../core/form.ts'
import { isApiError } from '../core/request.ts'
import { useWords, wordsNow } from '../core/text.ts'
import { common } from '../core/words.ts'
import { fieldNameOf } from './mapping-draft.ts'
import { wizard } from './wizard-text.ts'

interface NewFieldDialogProps {
  /** The column's header. */
  header: string
  /** What its values seem to be. */
  dataType: DataType
  onCreated: (fieldId: number) => void
  onClose: () => void
}

const ofName: readonly ErrorName[] = ['field_name_invalid', 'field_name_in_profile', 'field_name_in_activity']
const ofDisplayName: readonly ErrorName[] = ['field_display_name_in_profile', 'field_display_name_in_activity']

const checkFieldName = (value: string) =>
  checks.required(value) ?? (FIELD_NAME.test(value) ? null : wordsNow(wizard).fieldNameHint)

/** Makes a field of the store's own for a column. */
export function NewFieldDialog({ header, dataType, onCreated, onClose }: NewFieldDialogProps) {
  const t = useWords(wizard)
  const c = useWords(common)
  const create = useWrite(profileFields.create, { quiet: true, refreshes: [dataSources.getMapping] })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { displayName: header, fieldName: fieldNameOf(header), dataType },
    validate: { displayName: checks.name, fieldName: checkFieldName },
  })
  const save = async (body: typeof form.values) => {
    try {
      const field = await create.mutateAsync({ body })
      onCreated(field.id)
    } catch (error) {
      if (isApiError(error, ...ofName)) form.setFieldError('fieldName', error.message)
      if (isApiError(error, ...ofDisplayName)) form.setFieldError('displayName', error.message)
    }
  }
  const elsewhere = create.error && !isApiError(create.error, ...ofName, ...ofDisplayName)
  return (
    <Dialog opened onClose={onClose} title={t.newFieldTitle} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, save)}>
        <Stack gap="lg">
          <Text c="var(--ruam-text-2)">{t.newFieldText({ name: header })}</Text>
          <FormNote message={elsewhere ? create.error.message : undefined} />
          <TextInput
            {...form.getInputProps('displayName')}
            key={form.key('displayName')}
            label={t.displayName}
            required
            data-autofocus
          />
          <TextInput
            {...form.getInputProps('fieldName')}
            key={form.key('fieldName')}
            label={t.fieldName}
            description={t.fieldNameHint}
            required
            autoCapitalize="off"
            spellCheck={false}
          />
          <NativeSelect
            {...form.getInputProps('dataType')}
            key={form.key('dataType')}
            label={t.dataType}
            data={dataTypes.map((value) => ({ value, label: t[value] }))}
          />
          <Group justify="flex-end" gap="sm">
            <Button size="md" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={create.isPending}>
              {t.createField}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
