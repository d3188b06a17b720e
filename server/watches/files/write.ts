import type { WatchTerms } from '@ruam/contract/watches/limits.ts'
import type { WatchPlace } from '@ruam/contract/watches/places.ts'
import { MAX_WATCHES, type WatchSchedule } from '@ruam/contract/watches/watches.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { NamedMapping } from './named-mapping.ts'
import { undecided } from './queries.ts'

interface NewWatch {
  name: string
  place: WatchPlace
  /** Sealed. */
  secret: Buffer | null
  pattern: string
  data_source_id: number
  mapping: NamedMapping
  terms: WatchTerms | null
  schedule: WatchSchedule
  line_notice: boolean
}

/** Returns undefined if the store has MAX_WATCHES. Throws on a name that is taken (index watch_name). */
export async function insertWatch(
  db: Db,
  storeId: number,
  userId: number,
  watch: NewWatch,
): Promise<number | undefined> {
  const { name, place, secret, pattern, data_source_id, mapping, terms, schedule, line_notice } = watch
  const json = (value: unknown) => sql`${value === null ? null : JSON.stringify(value)}::jsonb`
  const { rows } = await sql<{ id: number }>`
    insert into watch (store_id, name, place, secret, pattern, data_source_id, mapping, terms, schedule, created_by, acts_for, next_look_at,
      line_notice)
    select ${storeId}, ${name}::text, ${json(place)}, ${secret}::bytea, ${pattern}::text, ${data_source_id}::int, ${json(mapping)},
      ${json(terms)}, ${json(schedule)}, ${userId}::int, ${userId}::int, now(), ${line_notice}::bool
    where (select count(*) from watch where store_id = ${storeId} and deleted_at is null) < ${MAX_WATCHES}
    returning id`.execute(db)
  return rows[0]?.id
}

/** Deletes the names of a place that no look refreshes any more: an erasure does not search them. */
export const clearSightings = (db: Db, storeId: number, watchId: number) =>
  db.deleteFrom('watch_seen').where('store_id', '=', storeId).where('watch_id', '=', watchId).execute()

const filesIn = (db: Db, storeId: number, watchId: number) =>
  db.updateTable('watch_file').where('store_id', '=', storeId).where('watch_id', '=', watchId)

/** Discards all files of a queue. */
export const discardQueue = (db: Db, storeId: number, watchId: number) =>
  filesIn(db, storeId, watchId)
    .set({ status: 'discarded', ended_at: sql<string>`clock_timestamp()` })
    .where('status', 'in', undecided)
    .execute()

/** Gives the files of a queue to another data source. One at import stays with its own. */
export const moveQueue = (db: Db, storeId: number, watchId: number, data_source_id: number) =>
  filesIn(db, storeId, watchId)
    .set({ status: 'arrived', data_source_id, decision: null, decided_by: null, decided_at: null })
    .where('status', 'in', ['arrived', 'reading', 'trying', 'waiting'])
    .execute()

/** Decides on a file that waits. An import goes back to the begin of its way: its dry run is repeated. */
export const decideFile = (
  db: Db,
  storeId: number,
  watchId: number,
  id: number,
  by: { decision: 'import' | 'discard'; confirmed: boolean; decided_by: number },
) =>
  filesIn(db, storeId, watchId)
    .set({
      ...by,
      status: by.decision === 'import' ? 'arrived' : 'discarded',
      decided_at: sql<string>`clock_timestamp()`,
      ...(by.decision === 'discard' && { ended_at: sql<string>`clock_timestamp()` }),
    })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
