import { Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../../data/idle.ts'
import { lazyPart } from '../../ui/lazy-part.ts'

const load = () => import('./Notices.tsx')
const Notices = lazyPart(load)

/** Background work, exports and bell in the header: loaded after the first rows are shown. */
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
