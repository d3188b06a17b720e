import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { activities } from '@ruam/contract/activities.ts'
import type { ErrorName } from '@ruam/contract/errors.ts'
import { isName } from '@ruam/contract/names.ts'
import { activityDate } from '@ruam/contract/system-fields.ts'
import { useState } from 'react'
import { alerts } from '../core/alerts.ts'
import { type Got, useRead, useWrite } from '../core/api.ts'
import { CheckedInput } from '../core/CheckedInput.tsx'
import { Dialog } from '../core/Dialog.tsx'
import { FormNote } from '../core/FormNote.tsx'
import { checks, submit } from '../core/form.ts'
import overlays from '../core/overlays.module.css'
import { isApiError } from '../core/request.ts'
import { StaleNote } from '../core/StaleNote.tsx'
import { useWords } from '../core/text.ts'
import { useClose } from '../core/unsaved.ts'
import { useVersion } from '../core/use-version.ts'
import { common } from '../core/words.ts'
import { useTypeNameCheck } from '../fields/use-name-checks.ts'
import { FieldOrder } from './FieldOrder.tsx'
import { text } from './text.ts'

export type TypeRow = Got<typeof activities.types>['data'][number]

interface ActivityTypeDialogProps {
  /** The type to change; without one a type is made. */
  type?: TypeRow | undefined
  onClose: () => void
}

type TypeValues = { name: string; description: string; fields: number[] }

const ofName: readonly ErrorName[] = ['activity_type_name_taken', 'activity_type_name_invalid']

const idsOf = (fields: { id: number }[]) => fields.map(({ id }) => id).filter((id) => id !== activityDate.id)
const valuesOf = ({ name, description, fields }: Pick<TypeRow, 'name' | 'description' | 'fields'>): TypeValues => ({
  name,
  description,
  fields: idsOf(fields),
})

/** Makes an activity type, or changes one. */
export function ActivityTypeDialog({ type, onClose }: ActivityTypeDialogProps) {
  const t = useWords(text)
  const c = useWords(common)
  const known = useRead(activities.fields, { query: { offset: 0, limit: 0 } })
  const create = useWrite(activities.createType, { quiet: true })
  const update = useWrite(activities.updateType, { quiet: true })
  const [start] = useState(type ? valuesOf(type) : { name: '', description: '', fields: [] })
  const version = useVersion<TypeValues>(start, type?.updatedAt ?? null)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm({
    mode: 'controlled',
    initialValues: start,
    validate: { name: checks.name, description: checks.description },
  })
  const { name, fields } = form.values
  const close = useClose(form.isDirty(), onClose)
  const check = useTypeNameCheck(name, isName(name) && name.trim() !== version.base.name)

  const show = (error: unknown, values: TypeValues) => {
    if (!isApiError(error)) throw error
    if (ofName.includes(error.name as ErrorName)) return form.setFieldError('name', error.message)
    if (error.name === 'activity_type_fields_invalid') return form.setFieldError('fields', error.message)
    if (error.name !== 'stale_edit') return setRefusal(error.message)
    // An error's details come as they travel; these names are one word each, but for the last.
    const current = error.details.current as TypeRow & { updated_at: string }
    form.setValues(version.meet(values, valuesOf(current), current.updated_at))
  }
  const save = async (values: TypeValues) => {
    setRefusal(undefined)
    try {
      if (type) {
        const body = { ...values, originTime: version.originTime }
        await update.mutateAsync({ params: { id: type.id }, body })
      } else await create.mutateAsync({ body: values })
      alerts.success(c.saved)
      onClose()
    } catch (error) {
      show(error, values)
    }
  }
  const nameOf = (id: number) => known.data?.data.find((field) => field.id === id)?.displayName ?? ''
  const told = {
    name: { label: t.name, of: (values: TypeValues) => values.name },
    description: { label: t.description, of: (values: TypeValues) => values.description },
    fields: { label: t.order, of: (values: TypeValues) => values.fields.map(nameOf).join(', ') },
  }
  const conflicts = version.conflicts.map(({ key, theirs }) => ({
    label: told[key].label,
    value: told[key].of(version.base),
    onTake() {
      form.setFieldValue(key, theirs)
      version.settle(key)
    },
  }))
  return (
    <Dialog opened onClose={close} title={type ? t.editType : t.newType} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, save, { name: check })}>
        <Stack gap="lg" mt="sm">
          <FormNote message={refusal} />
          <StaleNote stale={version.stale} conflicts={conflicts} />
          <CheckedInput {...form.getInputProps('name')} check={check} label={t.name} required data-autofocus />
          <Textarea {...form.getInputProps('description')} label={t.description} autosize minRows={2} />
          <FieldOrder
            value={fields}
            onChange={(next) => form.setFieldValue('fields', next)}
            options={known.data?.data ?? []}
            unread={known.data ? undefined : known.error?.message}
            error={form.errors.fields ? String(form.errors.fields) : undefined}
          />
          <Group justify="flex-end" gap="sm" className={overlays.dialogFoot}>
            <Button size="md" onClick={close}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={create.isPending || update.isPending}>
              {type ? c.save : t.createType}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
