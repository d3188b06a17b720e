import type { Db } from '../database/db.ts'
import { byIndexes } from '../database/plans.ts'
import type { JobContext } from './define.ts'
import type { Block } from './queries.ts'

/** Rows of one transaction, at most. */
export const BLOCK_ROWS = 5000
const LEAST_ROWS = 500

/** Milliseconds: others wait for a place until a block is over, so that one which takes longer is followed by one half as large. */
const LONG_MS = 500

/** The last row that is done. */
interface Cursor {
  after: number
}

/**
 * Processes rows in blocks in the order of their ids, from the job's cursor. `work` returns how many rows of a block it changed; the
 * others count as skipped. `rows`: maximum per block. `kept`: further values of the cursor.
 */
export async function inBlocks<R>(
  { job, block }: JobContext<R>,
  rows: number,
  next: (db: Db, after: number, rows: number) => Promise<number[]>,
  work: (db: Db, ids: number[]) => Promise<number>,
  kept: object = {},
): Promise<void> {
  let size = rows
  let after = (job.cursor as Cursor | null)?.after ?? 0
  for (let more = true; more; ) {
    let last = after
    const begun = performance.now()
    await block(async (db): Promise<Block> => {
      await byIndexes(db)
      const ids = await next(db, after, size)
      more = ids.length === size
      last = ids.at(-1) ?? after
      const changed = ids.length === 0 ? 0 : await work(db, ids)
      const cursor = { ...kept, after: last } satisfies Cursor
      return { done: ids.length, changed, skipped: ids.length - changed, cursor }
    })
    after = last
    size = nextSize(size, rows, performance.now() - begun)
  }
}

function nextSize(size: number, most: number, ms: number): number {
  if (ms > LONG_MS) return Math.min(most, Math.max(LEAST_ROWS, size >> 1))
  return ms < LONG_MS / 3 ? Math.min(most, size * 2) : size
}
