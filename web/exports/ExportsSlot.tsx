import { lazy } from 'react'
import { IdleSlot } from '../core/IdleSlot.tsx'

const load = () => import('./ExportsButton.tsx')
const ExportsButton = lazy(load)

/** Where the header leads to the files somebody has exported. */
export function ExportsSlot() {
  return (
    <IdleSlot load={load}>
      <ExportsButton />
    </IdleSlot>
  )
}
