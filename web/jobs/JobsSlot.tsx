import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../core/idle.ts'

const JobsIndicator = lazy(() => import('./JobsIndicator.tsx'))

/** Where the header shows work in the background: fetched once the page has had time to show its first rows. */
export function JobsSlot() {
  const [shown, setShown] = useState(false)
  useEffect(() => whenIdle(() => [async () => setShown(true)]), [])
  if (!shown) return null
  return (
    <Suspense>
      <JobsIndicator />
    </Suspense>
  )
}
