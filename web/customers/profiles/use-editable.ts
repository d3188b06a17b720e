import { profiles } from '@ruam/contract/customers/profiles.ts'
import { type Got, useRead } from '../../data/api.ts'

/** Milliseconds between looks: while something runs, and to notice that something has begun. */
const RUNNING_MS = 3000
const RESTING_MS = 15_000

export type PipelineRun = NonNullable<Got<typeof profiles.editable>['run']>

/** True if profiles are editable (spec section 4), otherwise what blocks them. */
export function useEditable(enabled = true) {
  const { data } = useRead(
    profiles.editable,
    {},
    { enabled, poll: (answer) => (answer?.editable === false ? RUNNING_MS : RESTING_MS) },
  )
  return { locked: data?.editable === false, run: data?.run ?? null }
}
