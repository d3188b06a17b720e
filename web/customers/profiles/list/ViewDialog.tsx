import { Checkbox, Text, TextInput } from '@mantine/core'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { useWrite } from '../../../data/api.ts'
import { currentOf } from '../../../data/stale.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { checks } from '../../../ui/form.ts'
import { RecordDialog } from '../../../ui/RecordDialog.tsx'
import { useGo } from '../../../ui/route.tsx'
import { useRecordForm } from '../../../ui/use-record-form.ts'
import { addressOfView, type NewDefinition, type SavedView, updateDefinition } from './view-definition.ts'
import { viewText } from './view-text.ts'

interface ViewDialogProps {
  /** The view to rename; without one the list as it is shown becomes a view. */
  view: SavedView | undefined
  define: (withColumns: boolean) => NewDefinition
  onClose: () => void
}

/** `definition` is carried along: renaming keeps what another person has saved meanwhile. */
type ViewValues = { name: string; shared: boolean; columns: boolean; definition: SavedView['definition'] | null }

const blank: ViewValues = { name: '', shared: false, columns: false, definition: null }
const valuesOf = ({ name, shared, definition }: SavedView): ViewValues => ({ ...blank, name, shared, definition })

/** Names a saved view. */
export function ViewDialog({ view, define, onClose }: ViewDialogProps) {
  const t = useWords(viewText)
  const c = useWords(common)
  const go = useGo()
  const create = useWrite(profileViews.create, { quiet: true })
  const update = useWrite(profileViews.update, { quiet: true })
  const record = useRecordForm({
    record: view,
    blank,
    valuesOf,
    validate: { name: checks.name },
    refusedAt: { name_taken: 'name' },
    current: currentOf(profileViews.update),
    async save({ name, shared, columns, definition }, originTime) {
      if (view && definition)
        return update.mutateAsync({
          params: { id: view.id },
          body: { name, shared, definition: updateDefinition(definition), originTime },
        })
      const made = await create.mutateAsync({ body: { name, shared, definition: define(columns) } })
      go({ to: 'profile-list', ...addressOfView(made), replace: true })
      return made
    },
    onSaved({ name }) {
      alerts.success(t.saved({ name }), { name })
      onClose()
    },
    onClose,
  })
  const { form } = record
  return (
    <RecordDialog
      title={view ? t.renameTitle : t.newTitle}
      record={record}
      shown={{ name: { label: t.name }, shared: { label: t.shared, of: ({ shared }) => (shared ? c.yes : c.no) } }}
    >
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
    </RecordDialog>
  )
}
