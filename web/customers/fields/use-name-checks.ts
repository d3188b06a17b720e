import { activities } from '@ruam/contract/customers/activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { type NameCheck, useNameCheck } from '../../data/name-check.ts'
import type { FieldOwner } from './field-owner.ts'

const checks = { profile: profileFields.nameAvailable, activity: activities.fieldNameAvailable } as const

/** Checks if a field name is taken; `ask`: it can be checked. */
export const useFieldNameCheck = (
  owner: FieldOwner,
  kind: 'name' | 'display_name',
  typed: string,
  ask: boolean,
): NameCheck => useNameCheck(checks[owner], (keyword) => ({ query: { keyword, kind } }), typed, ask)

/** The same of activity types. */
export const useTypeNameCheck = (typed: string, ask: boolean): NameCheck =>
  useNameCheck(activities.typeNameAvailable, (keyword) => ({ query: { keyword } }), typed, ask)
