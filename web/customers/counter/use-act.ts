import { counter } from '@ruam/contract/customers/counter.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { useEffect, useSyncExternalStore } from 'react'
import type { NewAct } from '../../background/acts/act.ts'
import {
  addAct,
  currentWaiting,
  onRecorded,
  onWaiting,
  startActs,
  UNDO_ACT_MS,
  undoAct,
} from '../../background/acts/queue.ts'
import { useRefresh } from '../../data/api.ts'
import { formatPrice } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { text } from './text.ts'

/** The acts that wait, and the connection. Reads are refreshed when the server has recorded something. */
export function useWaiting() {
  const refresh = useRefresh()
  useEffect(() => {
    startActs()
    const stop = onRecorded(() => void refresh(counter.home, profileActivities.followUps))
    return () => void stop()
  }, [refresh])
  return useSyncExternalStore(onWaiting, currentWaiting)
}

/** Records an act of a customer at once. The alert takes it back, on whatever screen the person is by then. */
export function useAct() {
  const t = useWords(text)
  return async (act: NewAct) => {
    const id = await addAct(act)
    const { name } = act
    const said = {
      visit: () => t.visitDone({ name }),
      sale: () => t.saleDone({ amount: formatPrice(act.amount), name }),
      note: () => t.noteDone({ name }),
    }[act.kind]()
    const action = { label: t.undo, onClick: () => undoAct(id) }
    alerts.success(said, { id: `act-${id}`, autoClose: UNDO_ACT_MS, action })
  }
}
