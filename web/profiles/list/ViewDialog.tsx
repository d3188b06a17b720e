import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { profileViews } from '@ruam/contract/profile-views.ts'
import { alerts } from '../../core/alerts.ts'
import { useWrite } from '../../core/api.ts'
import { Dialog } from '../../core/Dialog.tsx'
import { FormNote } from '../../core/FormNote.tsx'
import { checks, submit } from '../../core/form.ts'
import { isApiError } from '../../core/request.ts'
import { useGo } from '../../core/route.tsx'
import { useWords } from '../../core/text.ts'
import { common } from '../../core/words.ts'
import { addressOfView, type SavedView } from './view-definition.ts'
import { viewText } from './view-text.ts'

interface ViewDialogProps {
  /** The view to rename; without one the list as it is shown becomes a view. */
  view: SavedView | undefined
  define: (withColumns: boolean) => SavedView['definition']
  onClose: () => void
}

/** Names a saved view. */
export function ViewDialog({ view, define, onClose }: ViewDialogProps) {
  const t = useWords(viewText)
  const c = useWords(common)
  const go = useGo()
  const create = useWrite(profileViews.create, { quiet: true })
  const update = useWrite(profileViews.update, { quiet: true })
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: view?.name ?? '', shared: view?.shared ?? false, columns: false },
    validate: { name: checks.name },
  })
  const failure = create.error ?? update.error
  const elsewhere = failure?.name === 'name_taken' ? undefined : failure?.message
  const save = async ({ name, shared, columns }: typeof form.values) => {
    try {
      if (view) {
        const body = { name, shared, definition: view.definition, originTime: view.updatedAt }
        await update.mutateAsync({ params: { id: view.id }, body })
      } else {
        const made = await create.mutateAsync({ body: { name, shared, definition: define(columns) } })
        go({ to: 'profile-list', search: addressOfView(made), replace: true })
      }
      alerts.success(t.saved({ name }))
      onClose()
    } catch (error) {
      if (isApiError(error, 'name_taken')) form.setFieldError('name', error.message)
    }
  }
  return (
    <Dialog opened onClose={onClose} title={view ? t.renameTitle : t.newTitle} transitionProps={{ duration: 0 }}>
      <form noValidate onSubmit={submit(form, save)}>
        <Stack gap="lg" mt="sm">
          <FormNote message={elsewhere} />
          {!view && <Text c="var(--ruam-text-2)">{t.keeps}</Text>}
          <TextInput {...form.getInputProps('name')} label={t.name} required data-autofocus />
          {!view && (
            <Checkbox
              {...form.getInputProps('columns', { type: 'checkbox' })}
              label={t.withColumns}
              description={t.withColumnsText}
            />
          )}
          <Checkbox {...form.getInputProps('shared', { type: 'checkbox' })} label={t.shared} />
          <Group justify="flex-end" gap="sm">
            <Button size="md" onClick={onClose}>
              {c.cancel}
            </Button>
            <Button size="md" type="submit" variant="filled" loading={create.isPending || update.isPending}>
              {c.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
