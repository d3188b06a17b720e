import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import type { ReadTrace } from '../../http/read-trace.ts'
import type { Field } from '../fields/fields.ts'

export type MaskedValue = string | number | boolean | null

export const maySeeSensitive = (rights: Rights) => may(rights, 'cdp-core.profile-sensitive.read')

/** Stands for a value that the reader may not see, and for the absence of one. */
export const HIDDEN = '•••'

/**
 * How sensitive values are shown. `veiled`: to readers who may reveal one by one, with its presence and the last digits of a citizen
 * id. `closed`: as a constant, also without a value.
 */
type Sensitive = 'shown' | 'veiled' | 'closed'

/** Masks a value for a reader who may reveal it: the last three digits of a citizen id, or only its presence. */
export function masked(field: Pick<Field, 'kind'>, value: MaskedValue): MaskedValue {
  if (value === null) return null
  return field.kind === 'citizen_id' ? `•-••••-•••••-${String(value).slice(-3, -1)}-${String(value).slice(-1)}` : HIDDEN
}

/** How a reader sees sensitive values. Shows none in clear text without noting it in the trace of the reader's call. */
export class Sight {
  readonly mode: Sensitive
  readonly #trace: ReadTrace | null

  private constructor(mode: Sensitive, trace: ReadTrace | null) {
    this.mode = mode
    this.#trace = trace
  }

  /** Sight of a member in a list. */
  static of({ rights, trace }: { rights: Rights; trace: ReadTrace }): Sight {
    return maySeeSensitive(rights) ? new Sight('shown', trace) : new Sight('closed', null)
  }

  /** Sight of a member in a profile alone, whose values are revealed one by one. */
  static alone(rights: Rights): Sight {
    return new Sight(maySeeSensitive(rights) ? 'veiled' : 'closed', null)
  }

  /** Sight of a caller who may read every field that is shown. */
  static open(trace: ReadTrace): Sight {
    return new Sight('shown', trace)
  }

  /** Returns a value as the reader sees it. `profileId`: null if the answer does not name the customer. */
  value(field: Pick<Field, 'id' | 'kind' | 'sensitive'>, value: MaskedValue, profileId: number | null): MaskedValue {
    if (!field.sensitive) return value
    if (!this.#trace) return this.mode === 'veiled' ? masked(field, value) : HIDDEN
    if (value !== null) this.#trace.note(field.id, profileId)
    return value
  }
}
