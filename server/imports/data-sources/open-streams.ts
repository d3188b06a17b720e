import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { newRunId, runColumns } from './runs.ts'

/** Start of the store's day at an instant: days of streams are those of the store. */
const dayOfStore = (storeId: number, at: RawBuilder<unknown>) =>
  sql<string>`date_trunc('day', ${at}, (select time_zone from store where store_id = ${storeId}))`

/** Returns the open streams of sources, held for the caller's transaction, and whether their day is over. */
export const openStreamsOf = (db: Db, storeId: number, sources: readonly number[]) =>
  openStreams(db, storeId)
    .select(sql<boolean>`started_at < ${dayOfStore(storeId, sql`clock_timestamp()`)}`.as('is_old'))
    .where('data_source_id', '=', sql<number>`any(${sources}::int[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

const openStreams = (db: Db, storeId: number) =>
  db
    .selectFrom('run')
    .select(runColumns)
    .where('store_id', '=', storeId)
    .where('kind', '=', 'stream')
    .where('status', '=', 'processing')

/** Open streams of earlier days, held for the caller's transaction. */
export function oldStreams(db: Db, storeId: number) {
  return openStreams(db, storeId)
    .where('started_at', '<', dayOfStore(storeId, sql`now()`))
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Open streams of deleted data sources, held for the caller's transaction. */
export function streamsOfDeleted(db: Db, storeId: number) {
  return openStreams(db, storeId)
    .where(sql<boolean>`exists (select from data_source d
      where d.store_id = run.store_id and d.id = run.data_source_id and d.deleted_at is not null)`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Begins a stream of a connector. Throws when one is open (index run_one_stream). */
export function insertStream(db: Db, storeId: number, dataSourceId: number, mapping: MappingBody) {
  return db
    .insertInto('run')
    .values({
      store_id: storeId,
      run_id: newRunId(storeId, dataSourceId),
      data_source_id: dataSourceId,
      kind: 'stream',
      status: 'processing',
      version: 0,
      mapping: JSON.stringify(mapping),
      total: 0,
      started_at: sql`clock_timestamp()`,
    })
    .returning(runColumns)
    .executeTakeFirstOrThrow()
}
