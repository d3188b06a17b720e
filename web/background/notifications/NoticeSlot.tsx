import { Suspense, useEffect, useState } from 'react'
import { whenIdle, whenRowsAreVisible } from '../../data/idle.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { panelOpen } from '../exports/awaited.ts'

const load = () => import('./Notices.tsx')
const Notices = lazyPart(load)

/** Background work, exports and bell in the header: loaded after the first rows are shown. */
export function NoticeSlot() {
  const [loaded, setLoaded] = useState(false)
  // Shown when it is there: what cannot be fetched behind a page must not take the page's place.
  useEffect(() => {
    const show = () => load().then(() => setLoaded(true))
    // A panel that was left open comes back with the page.
    if (panelOpen.get()) return void show().catch(() => undefined)
    return whenRowsAreVisible(show)
  }, [])
  // Acts recorded without a connection are sent from any screen.
  useEffect(() => whenIdle(() => [async () => (await import('../acts/queue.ts')).startActs()]), [])
  if (!loaded) return null
  return (
    <Suspense>
      <Notices />
    </Suspense>
  )
}
