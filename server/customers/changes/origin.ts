import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'

/** Writer whose changes start no automation, or only some. Staff and programs are none. */
type Origin = `run:${number}` | `undo:${number}` | 'calculation'

/** Notes in the stream what makes the changes of this transaction: a file, taking it back, or the calculation of segments. */
export async function noteOrigin(db: Db, origin: Origin): Promise<void> {
  await sql`select set_config('ruam.origin', ${origin}, true)`.execute(db)
}
