import { activitySettings } from '@ruam/contract/customers/older-settings.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { common } from '../../data/words.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import type { TypeRow } from './ActivityTypeDialog.tsx'
import { text } from './text.ts'
import type { TypeCalls } from './type-calls.ts'

/** Asks, and deletes an activity type; nothing where the screen has no such call, or the person not the right. */
export function useDeleteType(calls: TypeCalls) {
  const t = useWords(text)
  const c = useWords(common)
  const confirm = useConfirm()
  const may = useMayCall(activitySettings.delete)
  const remove = useWrite(activitySettings.delete)
  if (!calls.delete || !may) return undefined
  return async ({ id, name }: TypeRow) => {
    const question = { title: t.deleteTitle({ name }), text: t.deleteText, yes: c.delete, mode: 'cancel' } as const
    if (!(await confirm(question))) return
    remove.mutate({ params: { id } }, { onSuccess: () => alerts.success(c.deleted) })
  }
}
