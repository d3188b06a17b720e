import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../core/idle.ts'
import { useMay } from '../core/session.ts'

const JobsIndicator = lazy(() => import('./JobsIndicator.tsx'))

/** Where the header shows work in the background: fetched once the page has had time to show its first rows. */
export function JobsSlot() {
  const may = useMay()
  const [shown, setShown] = useState(false)
  useEffect(() => whenIdle(() => [async () => setShown(true)]), [])
  if (!shown || !(may('cdp-core.profile.read') || may('cdp-core.datasource.read'))) return null
  return (
    <Suspense>
      <JobsIndicator />
    </Suspense>
  )
}
