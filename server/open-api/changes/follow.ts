import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { ApiError } from '../../core/api-error.ts'
import { type Db, inStore } from '../../database/db.ts'
import { settledUntil } from '../../database/settled-until.ts'

/** Days for which changes are kept, and after which a store without a read has no reader. */
export const RETAINED_DAYS = 30

const WAIT_MS = 2000
const STEP_MS = 50
/** No transaction is as old. */
const LONGEST_HOURS = 1

const untilThen = sql<string>`now() + make_interval(days => ${RETAINED_DAYS})`

/**
 * Makes sure that changes of the store are written, for another 30 days. Throws changes_starting while a transaction is open that began before
 * the first read: its changes may be missing from the stream.
 */
export async function followChanges(pool: pg.Pool, storeId: number): Promise<void> {
  const reader = await inStore(pool, storeId, (db) => retainReader(db, storeId))
  if (reader.settled) return
  const begun = Date.parse(reader.begun_at ?? (await noteBeginning(pool, storeId)))
  for (let waited = 0; ; waited += STEP_MS) {
    if (Date.parse(await inStore(pool, storeId, settledUntil)) > begun) return
    if (waited >= WAIT_MS) throw new ApiError('changes_starting', { seconds: 2 })
    await setTimeout(STEP_MS)
  }
}

interface Reader {
  epoch: string
  position: number
  begun_at: string | null
  /** True if no transaction can be open that began before. */
  settled: boolean | null
}

/** Returns the reader of the store, or makes one. One read a day is noted. */
export async function retainReader(db: Db, storeId: number): Promise<Reader> {
  const here = () =>
    db
      .selectFrom('change_reader')
      .select([
        'epoch',
        'position',
        'begun_at',
        sql<boolean | null>`begun_at < now() - make_interval(hours => ${LONGEST_HOURS})`.as('settled'),
      ])
      .select(sql<boolean>`reads_until <= now()`.as('ended'))
      .select(sql<boolean>`reads_until < now() + make_interval(days => ${RETAINED_DAYS - 1})`.as('due'))
      .where('store_id', '=', storeId)
      .executeTakeFirst()
  let reader = await here()
  if (reader?.ended) {
    await endChanges(db, storeId)
    reader = undefined
  }
  if (!reader) {
    const row = { store_id: storeId, reads_until: untilThen }
    await db
      .insertInto('change_reader')
      .values(row)
      .onConflict((one) => one.doNothing())
      .execute()
    return (await here())!
  }
  if (reader.due)
    await db.updateTable('change_reader').set({ reads_until: untilThen }).where('store_id', '=', storeId).execute()
  return reader
}

/** Writes when the reader began, after the commit of its row: every transaction that begins later sees the row. */
function noteBeginning(pool: pg.Pool, storeId: number): Promise<string> {
  return inStore(pool, storeId, async (db) => {
    const { begun_at } = await db
      .updateTable('change_reader')
      .set({ begun_at: sql<string>`coalesce(begun_at, clock_timestamp())` })
      .where('store_id', '=', storeId)
      .returning('begun_at')
      .executeTakeFirstOrThrow()
    return begun_at!
  })
}

/** Ends the stream of a store with all that it holds. Its next reader begins anew, and former cursors lead nowhere. */
export async function endChanges(db: Db, storeId: number): Promise<void> {
  await db.deleteFrom('change').where('store_id', '=', storeId).execute()
  await db.deleteFrom('change_reader').where('store_id', '=', storeId).execute()
}
