import { profileViews } from '@ruam/contract/customers/views.ts'
import { useWrite } from '../../../data/api.ts'
import { useWords } from '../../../data/text.ts'
import { common } from '../../../data/words.ts'
import { alerts } from '../../../ui/alerts.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { type NewDefinition, type SavedView, updateDefinition } from './view-definition.ts'
import { viewText } from './view-text.ts'

/** Saves changes of a view; over its filters only after a question. */
export function useSaveView(
  { id, name, shared, definition, updatedAt }: SavedView,
  define: (withColumns: boolean) => NewDefinition,
) {
  const t = useWords(viewText)
  const c = useWords(common)
  const confirm = useConfirm()
  const update = useWrite(profileViews.update)
  const save = async (change: { shared?: boolean; definition?: NewDefinition }) => {
    const kept = updateDefinition(definition)
    const saved = await update
      .mutateAsync({ params: { id }, body: { name, shared, definition: kept, originTime: updatedAt, ...change } })
      .catch(() => undefined)
    if (saved) alerts.success(t.saved({ name }), { name })
  }
  const saveChanges = async () => {
    const text = shared ? t.overShared : t.overText
    if (await confirm({ title: t.overTitle({ name }), text, yes: c.save }))
      await save({ definition: define(definition.columns !== null) })
  }
  return { save, saveChanges, pending: update.isPending }
}
