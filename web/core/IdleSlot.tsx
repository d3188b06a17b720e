import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenIdle } from './idle.ts'

/** A place of the header whose code is fetched, by `load`, once the page has had time to show its first rows. */
export function IdleSlot({ load, children }: { load: () => Promise<unknown>; children: ReactNode }) {
  const [loaded, setLoaded] = useState(false)
  // Shown when it is there: what cannot be fetched behind a page must not take the page's place.
  useEffect(() => whenIdle(() => [() => load().then(() => setLoaded(true))]), [load])
  return loaded && <Suspense>{children}</Suspense>
}
