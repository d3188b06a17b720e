import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useMayCall } from '../../ui/may.ts'
import { shortName } from '../../ui/short-name.ts'
import { callsOf } from './account-calls.ts'
import type { AccountRow } from './account-row.ts'
import { text } from './text.ts'

/** Disconnects an account after confirmation. */
export function useDisconnect({ id, name, type }: AccountRow, onGone?: () => void) {
  const t = useWords(text)
  const confirm = useConfirm()
  const mayDisconnect = useMayCall(lineOa.delete)
  const remove = useWrite(callsOf(type).delete)
  const disconnect = async () => {
    const title = t.disconnectTitle({ name: shortName(name) })
    if (!(await confirm({ title, text: t.disconnectText, yes: t.disconnect, mode: 'cancel' }))) return
    remove.mutate(
      { params: { id } },
      {
        onSuccess: () => {
          alerts.success(t.disconnected)
          onGone?.()
        },
      },
    )
  }
  return { disconnect, mayDisconnect, isPending: remove.isPending }
}
