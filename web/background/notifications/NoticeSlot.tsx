import { ActionIcon } from '@mantine/core'
import { notifications } from '@ruam/contract/notifications.ts'
import { IconBell } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { whenIdle, whenRowsAreVisible } from '../../data/idle.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
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
  if (!loaded) return <BellPlace />
  return (
    <Suspense fallback={<BellPlace />}>
      <Notices />
    </Suspense>
  )
}

/** The bell's sign until it can be pressed, so that the head of the page is whole from the start. */
function BellPlace() {
  if (!useMayCall(notifications.list)) return null
  return (
    <ActionIcon component="span" size={36} aria-hidden>
      <IconBell size={20} stroke={1.6} />
    </ActionIcon>
  )
}
