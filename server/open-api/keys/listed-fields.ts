import type { FieldWrite } from '@ruam/contract/open-api/credentials.ts'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import { lockFields } from '../../customers/fields/access-lists.ts'
import type { Field } from '../../customers/fields/fields.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'

/** A field that may be in a list with the way it is opened there. */
interface Opened {
  field_id: number
  read: boolean
  write: FieldWrite | boolean | null
}

/**
 * Returns the fields of a list. Throws not_found for a field that the store lacks, and forbidden for a sensitive one that the caller opens
 * without the right to see it; `before` was open already.
 */
export async function checkedFields(
  db: Db,
  storeId: number,
  rights: Rights,
  fields: readonly Opened[],
  before: readonly Opened[] = [],
): Promise<ReadonlyMap<number, Field>> {
  const known = new Map((await lockFields(db, storeId)).map((field) => [field.id, field]))
  if (fields.some(({ field_id }) => !known.has(field_id))) throw new ApiError('not_found')
  const sensitive = fields.filter(({ field_id }) => known.get(field_id)!.sensitive)
  if (!maySeeSensitive(rights) && opensMore(sensitive, before))
    throw new ApiError('forbidden', { permission: 'cdp-core.profile-sensitive.read' })
  return known
}

/** True if a list opens a field that was closed, or in a further way. */
export function opensMore(fields: readonly Opened[], before: readonly Opened[]): boolean {
  const was = new Map(before.map((field) => [field.field_id, field]))
  return fields.some(({ field_id, read, write }) => {
    const open = was.get(field_id)
    return (read && !open?.read) || (Boolean(write) && write !== open?.write)
  })
}

/** Number of fields that a list opens for reading and for writing, for the audit log. */
export const listedCountsOf = (fields: readonly Opened[]) => ({
  reads: fields.filter(({ read }) => read).length,
  writes: fields.filter(({ write }) => write).length,
})
