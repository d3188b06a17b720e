import { lazy } from 'react'
import { IdleSlot } from '../core/IdleSlot.tsx'

const load = () => import('./JobsIndicator.tsx')
const JobsIndicator = lazy(load)

/** Where the header shows work in the background. */
export function JobsSlot() {
  return (
    <IdleSlot load={load}>
      <JobsIndicator />
    </IdleSlot>
  )
}
