import type { ProfileFilter } from '@ruam/contract/customers/profiles.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { AddressFilter } from '../profiles/list-address.ts'
import type { Value } from '../profiles/masking.ts'

/** What is done to each profile: a bulk change whose labels, field and value were checked. */
export type Action =
  | { type: 'add_labels' | 'remove_labels'; label_ids: number[] }
  // `data_type`: of the field as it was then. The value is forgotten when the job ends: the history of each profile tells it.
  | { type: 'set_field'; field_id: number; data_type: DataType; value?: Value }
  | { type: 'delete' }

/** What a bulk change carries. `people`: which profiles, until they are settled in job_profile; it may hold what somebody searched for. */
export interface BulkRequest {
  action: Action
  people?: ProfileFilter
  /** The same of the version before, in the words of the list's address. */
  filter?: AddressFilter
}

/** What the undo of a bulk change carries: which job, and what that did. */
export interface BulkUndoRequest {
  job: number
  action: Action
}

/** What a bulk change asks for. */
export const bulkPermission = (type: Action['type']): Permission =>
  type === 'delete' ? 'cdp-core.profile.delete' : 'cdp-core.profile.edit'
