import { LISTED_RECORDS, type ProcessingLine } from '@ruam/contract/privacy/processing.ts'
import { sql } from 'kysely'
import { authorsNamed } from '../../customers/history/source-names.ts'
import type { Db } from '../../database/db.ts'

/** Returns the newest kept records, without their lines. */
export async function takenRecords(db: Db, storeId: number) {
  const rows = await db
    .selectFrom('processing_record')
    .select(['id', 'taken_at', 'taken_by'])
    .where('store_id', '=', storeId)
    .orderBy('id', 'desc')
    .limit(LISTED_RECORDS)
    .execute()
  const authors = await authorsNamed(
    db,
    rows.flatMap(({ taken_by }) => taken_by ?? []),
  )
  const named = new Map(authors.map(({ user_id: id, name }) => [id, { id, name }]))
  return rows.map(({ id, taken_at, taken_by }) => ({
    ...{ id, taken_at },
    taken_by: taken_by === null ? null : (named.get(taken_by) ?? null),
  }))
}

/** Returns the lines of the newest record before another one, or of the newest of all. */
export async function linesBefore(db: Db, storeId: number, id?: number): Promise<ProcessingLine[] | undefined> {
  const row = await db
    .selectFrom('processing_record')
    .select('lines')
    .where('store_id', '=', storeId)
    .$if(id !== undefined, (rows) => rows.where('id', '<', id!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.lines
}

/** Returns a kept record with its day in the store's zone. */
export const findRecord = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('processing_record')
    .select(['lines', sql<string>`(taken_at at time zone store_zone())::date`.as('day')])
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .executeTakeFirst()

/** Keeps a record. Returns its id. */
export async function insertRecord(
  db: Db,
  storeId: number,
  userId: number,
  lines: readonly ProcessingLine[],
): Promise<number> {
  const { id } = await db
    .insertInto('processing_record')
    .values({ store_id: storeId, taken_by: userId, lines: JSON.stringify(lines) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
