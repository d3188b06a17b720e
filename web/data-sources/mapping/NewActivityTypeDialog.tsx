import { Button, Group, MultiSelect, Stack, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { activities } from '@ruam/contract/activities.ts'
import type { ErrorName } from '@ruam/contract/errors.ts'
import { isName } from '@ruam/contract/names.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useRead, useWrite } from '../../core/api.ts'
import { CheckedInput } from '../../core/CheckedInput.tsx'
import { Dialog } from '../../core/Dialog.tsx'
import { FormNote } from '../../core/FormNote.tsx'
import { checks, submit } from '../../core/form.ts'
import overlays from '../../core/overlays.module.css'
import { isApiError } from '../../core/request.ts'
import { useWords } from '../../core/text.ts'
import { common } from '../../core/words.ts'
import { useTypeNameCheck } from '../../fields/use-name-checks.ts'
import type { ActivityType } from './mapping-fields.ts'
import { mappingText } from './mapping-text.ts'

interface NewActivityTypeDialogProps {
  onCreated: (type: ActivityType) => void
  onClose: () => void
}

const ofName: readonly ErrorName[] = ['activity_type_name_taken', 'activity_type_name_invalid']

/** Makes a type of activity, of the activity fields there are. */
export function NewActivityTypeDialog({ onCreated, onClose }: NewActivityTypeDialogProps) {
  const t = useWords(mappingText)
  const c = useWords(common)
  const known = useRead(activities.fields, { query: { offset: 0, limit: 0, type: 'custom_activity' } })
  const create = useWrite(activities.createType, { quiet: true })
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: '', description: '', fields: [] as string[] },
    validate: { name: checks.name, description: checks.description },
  })
  const { name } = form.values
  const check = useTypeNameCheck(name, isName(name))
  const save = async ({ fields, ...rest }: typeof form.values) => {
    try {
      onCreated(await create.mutateAsync({ body: { ...rest, fields: fields.map(Number) } }))
    } catch (error) {
      if (isApiError(error, ...ofName)) form.setFieldError('name', error.message)
      if (isApiError(error, 'activity_type_fields_invalid')) form.setFieldError('fields', error.message)
    }
  }
  const elsewhere = create.error && !isApiError(create.error, ...ofName, 'activity_type_fields_invalid')
  const options = known.data?.data.map(({ id, displayName }) => ({ value: String(id), label: displayName })) ?? []
  return (
    <Dialog opened onClose={onClose} title={t.newTypeTitle} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, save, { name: check })}>
        <Stack gap="lg">
          <Text c="var(--ruam-text-2)">{t.typeText}</Text>
          <FormNote message={elsewhere ? create.error.message : undefined} />
          <CheckedInput {...form.getInputProps('name')} check={check} label={t.typeName} required data-autofocus />
          <MultiSelect
            {...form.getInputProps('fields')}
            error={form.errors.fields ?? known.error?.message}
            label={t.typeFields}
            description={t.typeFieldsText}
            placeholder={form.values.fields.length === 0 ? t.chooseFields : undefined}
            data={options}
            searchable
            rightSection={<IconChevronDown size={16} stroke={1.6} color="var(--ruam-text-3)" />}
            hidePickedOptions
            withScrollArea={false}
            classNames={{ options: overlays.options }}
            comboboxProps={{ transitionProps: { duration: 0 } }}
          />
          <Textarea {...form.getInputProps('description')} label={t.description} />
          <Group justify="flex-end" gap="sm">
            <Button size="md" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={create.isPending}>
              {t.createType}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
