import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import type { NewAct } from './act.ts'
import { actWords } from './act-words.ts'
import { addAct, currentWaiting, startActs, UNDO_ACT_MS, undoAct } from './queue.ts'
import { useActWords } from './use-act-words.ts'

/** Records an act of a customer at once, with or without a connection. Its alert takes it back, whatever screen is open by then. */
export function useAct() {
  const t = useWords(actWords)
  const say = useActWords()
  return async (act: NewAct) => {
    startActs()
    const id = await addAct(act)
    // The counter lists what waits, each with its undo.
    const isOffline = currentWaiting().offlineSince !== undefined
    if (isOffline && location.pathname.endsWith('/counter')) return
    const alert = { id: `act-${id}`, note: say.who(act) }
    const undo = async () => {
      await undoAct(id)
      alerts.success(t.undone, alert)
    }
    const note = isOffline ? `${alert.note} · ${t.willSend}` : alert.note
    alerts.success(say.done(act), { ...alert, note, autoClose: UNDO_ACT_MS, action: { label: t.undo, onClick: undo } })
  }
}
