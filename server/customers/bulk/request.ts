import type { ProfileFilter } from '@ruam/contract/customers/profiles.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { AddressFilter } from '../profiles/list-address.ts'
import type { MaskedValue } from '../profiles/masking.ts'

/** Validated change of each profile: labels, field and value were checked. */
export type Action =
  | { type: 'add_labels' | 'remove_labels'; label_ids: number[] }
  // `data_type`: of the field as it was then. The value is forgotten when the job ends: the history of each profile tells it.
  | { type: 'set_field'; field_id: number; data_type: DataType; value?: MaskedValue }
  | { type: 'delete' }

/** Request of a bulk change. `people`: the selection until job_profile holds it; may contain a searched text. */
export interface BulkRequest {
  action: Action
  people?: ProfileFilter
  /** The same of the version before, in the words of the list's address. */
  filter?: AddressFilter
}

/** Request of an undo: the job and its change. */
export interface BulkUndoRequest {
  job: number
  action: Action
}

/** Requested bulk change. */
export const bulkPermission = (type: Action['type']): Permission =>
  type === 'delete' ? 'cdp-core.profile.delete' : 'cdp-core.profile.edit'
