import type { Rights } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { findLabel } from '../labels/queries.ts'
import { dependency } from '../membership/dependencies.ts'
import { oneSegment, type SegmentRow } from '../membership/segments.ts'
import { closedTo, fieldClosed } from '../profiles/closed.ts'

/** A label that follows a rule. Throws not_found and label_without_rule. */
export async function segmentOf(db: Db, storeId: number, id: number): Promise<SegmentRow> {
  const segment = await oneSegment(db, storeId, id)
  if (segment) return segment
  throw new ApiError((await findLabel(db, storeId, id)) ? 'label_without_rule' : 'not_found')
}

/** Throws field_closed if the members of a label are closed to the caller, and not_found. */
export async function refuseClosedMembers(db: Db, storeId: number, rights: Rights, id: number): Promise<void> {
  if (!(await findLabel(db, storeId, id))) throw new ApiError('not_found')
  if ((await closedTo(db, storeId, rights)).segments.has(id)) throw fieldClosed()
}

/** Rights of a person without any. */
const NONE: Rights = { roles: [], permissions: [] }

/**
 * Throws field_closed if reasons of a segment would tell of a closed field. Members that an owner opened tell less than which of several
 * conditions they meet. Returns true if the reasons tell of a sensitive field.
 */
export async function refuseClosedReasons(
  db: Db,
  storeId: number,
  rights: Rights,
  segment: SegmentRow,
): Promise<boolean> {
  if (await tellsClosed(db, storeId, rights, segment)) throw fieldClosed()
  return tellsClosed(db, storeId, NONE, segment)
}

async function tellsClosed(db: Db, storeId: number, rights: Rights, { id, reads }: SegmentRow): Promise<boolean> {
  const { fields, segments } = await closedTo(db, storeId, rights)
  const keys = new Set([...fields].map(dependency.field))
  return segments.has(id) || reads.some((key) => keys.has(key))
}
