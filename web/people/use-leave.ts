import { people } from '@ruam/contract/people.ts'
import { useWrite } from '../core/api.ts'
import { useConfirm } from '../core/confirm.tsx'
import { lookAgain, useStore } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import { text } from './text.ts'

/** Asks, and ends the person's own membership of the open store, which closes with it. */
export function useLeave() {
  const t = useWords(text)
  const { id } = useStore()
  const confirm = useConfirm()
  const leave = useWrite(people.leave)
  return async () => {
    const question = { title: t.leaveTitle, text: t.leaveText, yes: t.leave, mode: 'cancel' } as const
    if (!(await confirm(question))) return
    leave.mutate({ params: { id } }, { onSuccess: () => void lookAgain().catch(() => undefined) })
  }
}
