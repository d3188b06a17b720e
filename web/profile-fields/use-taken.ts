import { activities } from '@ruam/contract/activities.ts'
import { profileFields } from '@ruam/contract/profile-fields.ts'
import { useRead } from '../core/api.ts'
import { useAsked, type Verdict } from '../core/name-verdict.ts'
import type { FieldOwner } from './field-row.ts'

const checks = { profile: profileFields.nameAvailable, activity: activities.fieldNameAvailable } as const

/** Whether a field has this name already; `ask`: it can be asked at all. */
export function useFieldTaken(owner: FieldOwner, kind: 'name' | 'display_name', typed: string, ask: boolean): Verdict {
  const { asked, options, verdictOf } = useAsked(typed, ask)
  return verdictOf(useRead(checks[owner], { query: { keyword: asked, kind } }, options))
}

/** The same of activity types. */
export function useTypeTaken(typed: string, ask: boolean): Verdict {
  const { asked, options, verdictOf } = useAsked(typed, ask)
  return verdictOf(useRead(activities.typeNameAvailable, { query: { keyword: asked } }, options))
}
