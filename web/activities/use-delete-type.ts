import { activitySettings } from '@ruam/contract/older-settings.ts'
import { alerts } from '../core/alerts.ts'
import { useWrite } from '../core/api.ts'
import { useConfirm } from '../core/confirm.tsx'
import { useMayCall } from '../core/may.ts'
import { useWords } from '../core/text.ts'
import { common } from '../core/words.ts'
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
