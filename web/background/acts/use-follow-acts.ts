import { counter } from '@ruam/contract/customers/counter.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { useEffect } from 'react'
import { useRefresh } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { alerts } from '../../ui/alerts.ts'
import { useMayOpen } from '../../ui/may.ts'
import { useGo } from '../../ui/route.tsx'
import { actWords } from './act-words.ts'
import { currentWaiting, onRecorded, onWaiting, startActs } from './queue.ts'

const asking = () => currentWaiting().acts.filter(({ state }) => state === 'asks').length

/** Reads screens again once the server has recorded an act, and says on any screen that acts need a decision. */
export function useFollowActs() {
  const t = useWords(actWords)
  const refresh = useRefresh()
  const go = useGo()
  const mayOpen = useMayOpen('counter')
  useEffect(() => {
    startActs()
    const read = () =>
      void refresh(profiles.get, profileActivities.list, counter.home, workListCalls.list).catch(() => undefined)
    if (currentWaiting().acts.some(({ state }) => state === 'sent')) read()
    const stop = onRecorded(read)
    return () => void stop()
  }, [refresh])
  useEffect(() => {
    let before = 0
    const say = () => {
      const count = asking()
      if (count > before && !location.pathname.endsWith('/counter')) {
        const action = { label: t.open, onClick: () => go({ to: 'counter' }) }
        alerts.error(t.asksMany({ count }), { id: 'acts-ask', autoClose: false, ...(mayOpen && { action }) })
      }
      before = count
    }
    say()
    const stop = onWaiting(say)
    return () => void stop()
  }, [t, go, mayOpen])
}
