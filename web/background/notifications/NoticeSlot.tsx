import { Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../data/idle.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const load = () => import('./Notices.tsx')
const Notices = lazyPart(load)

/** Where the header shows work in the background, exports and the bell: fetched once the page has had time to show its first rows. */
export function NoticeSlot() {
  const [loaded, setLoaded] = useState(false)
  // Shown when it is there: what cannot be fetched behind a page must not take the page's place.
  useEffect(() => whenIdle(() => [() => load().then(() => setLoaded(true))]), [])
  if (!loaded) return null
  return (
    <Suspense>
      <Notices />
    </Suspense>
  )
}
