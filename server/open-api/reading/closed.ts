import { fieldsOf } from '../../customers/fields/fields.ts'
import { closedToProgram, segmentGraph } from '../../customers/membership/closed-segments.ts'
import type { Db } from '../../database/db.ts'
import type { ProgramCaller } from '../../http/programs.ts'

/** Segments that a field decides which the program may not read, and broadcasts to them, also among these. */
export async function closedTo(
  db: Db,
  storeId: number,
  user: Omit<ProgramCaller, 'id'>,
  broadcasts: readonly number[] = [],
) {
  return closedToProgram(await segmentGraph(db, storeId, broadcasts), user, await fieldsOf(db, storeId, 'en'))
}
