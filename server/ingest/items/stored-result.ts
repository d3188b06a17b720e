import type { ItemResult } from '@ruam/contract/imports/items.ts'
import type { RecordStatus } from '@ruam/contract/imports/status.ts'
import { shortText } from '../../core/clean-text.ts'

/** Answer that depends on the item and the lists of its sender alone. */
export interface OwnAnswer {
  status: 'failed' | 'accepted' | 'conflict'
  error: string | null
  field: string | null
}

/**
 * A result as its receipt keeps it: the truth, with what it depends on, by which each caller gets their view. Without values, and without
 * words, which are in the language of who asks.
 */
export interface StoredResult extends Omit<ItemResult, 'status' | 'message' | 'before' | 'after'> {
  status: RecordStatus
  /** Fields by whose values the profile was looked for; absent in results of the former version. */
  keys?: number[]
  /** Fields whose stored values were compared with those of the item, or replaced. */
  fields?: number[]
  /** True if stored activities decided the status. */
  activity?: true
  /** Answer that the item alone decides, whatever is stored; absent if it is accepted without an error. */
  own?: OwnAnswer
  /** True if programs must not know the customer: the item is taken, and accepted is all they hear. */
  restricted?: true
  /** Set if a sensitive field is among those of the item. The former version withholds the profile then. */
  sensitive?: true
}

/** True if an item failed for a reason that no sensitive stored value decides, so that everybody may count it. */
export const isOpenlyFailed = ({ status, sensitive, own }: Omit<StoredResult, 'index'>): boolean =>
  (status === 'failed' || status === 'conflict') && (sensitive === undefined || own?.status === 'failed')

/** True for an item about a person who was erased. */
export const isAboutErased = ({ error }: Pick<StoredResult, 'error'>): boolean => error === 'erased_person'

/** Number of items that everybody may know to have failed. */
export const failedIn = (results: readonly StoredResult[]): number => results.filter(isOpenlyFailed).length

/** Result of an item that was not processed, which everybody may know. */
export const refusedResult = (error: string): Omit<StoredResult, 'index'> => ({
  ...{ status: 'failed', profile_id: null, matched_by: null, error, field: null },
  own: { status: 'failed', error, field: null },
})

/** A name as JSON of the database takes it: a sender may have sent anything. */
export const storableName = (name: string) => shortText(name, 200)
