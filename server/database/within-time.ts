import { sql } from 'kysely'
import { failedWith } from '../core/sqlstate.ts'
import type { Db } from './db.ts'

/** Does work that may take long, in the caller's transaction; null if a statement takes longer than these milliseconds. */
export async function withinTime<T>(db: Db, milliseconds: number, work: () => Promise<T>): Promise<T | null> {
  await sql`savepoint in_time`.execute(db)
  await sql.raw(`set local statement_timeout = ${milliseconds}`).execute(db)
  try {
    const result = await work()
    await sql.raw('set local statement_timeout = 0').execute(db)
    return result
  } catch (error) {
    if (!failedWith(error, 'queryCanceled')) throw error
    await sql`rollback to savepoint in_time`.execute(db)
    return null
  }
}
