import { people } from '@ruam/contract/access/people.ts'
import { useWrite } from '../../data/api.ts'
import { lookAgain, useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useConfirm } from '../../ui/confirm.tsx'
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
