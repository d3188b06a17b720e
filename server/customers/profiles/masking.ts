import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { Field } from '../fields/fields.ts'

export type Value = string | number | boolean | null

export const maySeeSensitive = (rights: Rights) => may(rights, 'cdp-core.profile-sensitive.read')

/** Stands for a value that the reader may not see, and for the absence of one. */
export const HIDDEN = '•••'

/**
 * How sensitive values are shown. `veiled`: to readers who may reveal one by one, with its presence and the last digits of a citizen
 * id. `closed`: as a constant, also without a value.
 */
export type Sensitive = 'shown' | 'veiled' | 'closed'

/** Sensitive values of a list, or of a profile alone, as a member sees them. */
export function sensitiveFor(rights: Rights, { alone = false }: { alone?: boolean } = {}): Sensitive {
  if (!maySeeSensitive(rights)) return 'closed'
  return alone ? 'veiled' : 'shown'
}

/** Masks a value for a reader who may reveal it: the last three digits of a citizen id, or only its presence. */
export function masked(field: Pick<Field, 'kind'>, value: Value): Value {
  if (value === null) return null
  return field.kind === 'citizen_id' ? `•-••••-•••••-${String(value).slice(-3, -1)}-${String(value).slice(-1)}` : HIDDEN
}
