import { type SegmentStatus, segmentEvent } from '@ruam/contract/customers/segment-state.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { publish } from '../../push/publish.ts'

/** Publishes how a segment stands, when the transaction commits. One that is gone is not spoken of. */
export async function publishSegment(db: Db, storeId: number, id: number, status: SegmentStatus): Promise<void> {
  const { rows } = await sql<{ target_count: number; evaluated_at: string | null }>`
    select l.target_count, s.evaluated_at from segment s join label l on l.store_id = s.store_id and l.id = s.label_id
    where s.store_id = ${storeId} and s.label_id = ${id}`.execute(db)
  if (rows[0]) await publish(db, segmentEvent, { storeId, data: { label_id: id, status, ...rows[0] } })
}
