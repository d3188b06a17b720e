import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { Field } from '../fields/fields.ts'

export type Value = string | number | boolean | null

export const maySeeSensitive = (rights: Rights) => may(rights, 'cdp-core.profile-sensitive.read')

/** Stands for a value that the reader may only know to exist. */
export const HIDDEN = '•••'

/** Masks a value without profile-sensitive.read: the last three digits of a citizen id, or only its presence. */
export function masked(field: Field, value: Value): Value {
  if (value === null) return null
  return field.kind === 'citizen_id' ? `•-••••-•••••-${String(value).slice(-3, -1)}-${String(value).slice(-1)}` : HIDDEN
}
