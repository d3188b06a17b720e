import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** A calculation as it is written down when it is over. */
interface Evaluation {
  started_at: string
  joined: number
  gone: number
  /** True if all profiles were evaluated, false if only changed ones. */
  everybody: boolean
  failed: boolean
}

/** Evaluations kept per segment. */
const KEPT = 100

/** Writes down a calculation that ends now; the oldest are dropped. A segment that is gone has none. */
export async function noteEvaluation(db: Db, storeId: number, id: number, evaluation: Evaluation): Promise<void> {
  const { started_at, joined, gone, everybody, failed } = evaluation
  await sql`insert into segment_evaluation (store_id, label_id, started_at, milliseconds, joined, gone, people, everybody, failed)
    select store_id, id, ${started_at}::timestamptz, greatest(0, extract(epoch from clock_timestamp() - ${started_at}::timestamptz) * 1000)::int,
      ${joined}, ${gone}, target_count, ${everybody}, ${failed}
    from label where store_id = ${storeId} and id = ${id} for key share`.execute(db)
  await sql`delete from segment_evaluation where store_id = ${storeId} and label_id = ${id} and id <= (
    select id from segment_evaluation where store_id = ${storeId} and label_id = ${id} order by id desc offset ${KEPT} limit 1)`.execute(
    db,
  )
}

/** True if the latest calculation of the segment failed. */
export async function failedBefore(db: Db, storeId: number, id: number): Promise<boolean> {
  const { data } = await evaluationsOf(db, storeId, id, { offset: 0, limit: 1 })
  return data[0]?.failed ?? false
}

/** The calculations of a segment, the newest first. */
export async function evaluationsOf(
  db: Db,
  storeId: number,
  id: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const of = db.selectFrom('segment_evaluation').where('store_id', '=', storeId).where('label_id', '=', id)
  const { total } = await of.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const data = await of
    .select(['id', 'started_at', 'milliseconds', 'joined', 'gone', 'people', 'everybody', 'failed'])
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  return { data, total }
}
