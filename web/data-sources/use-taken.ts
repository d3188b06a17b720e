import { activities } from '@ruam/contract/activities.ts'
import { useRead } from '../core/api.ts'
import { useAsked, type Verdict } from '../core/name-verdict.ts'

const checks = {
  field: activities.fieldNameAvailable,
  type: activities.typeNameAvailable,
} as const

/** Whether a field or an activity type has this name already; `ask`: it can be asked at all. */
export function useTaken(of: keyof typeof checks, typed: string, ask: boolean): Verdict {
  const { asked, options, verdictOf } = useAsked(typed, ask)
  return verdictOf(useRead(checks[of], { query: { keyword: asked } }, options))
}
