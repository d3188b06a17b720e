import type { Db } from '../core/db.ts'
import type { Block } from './queries.ts'
import type { Working } from './work.ts'

/** Rows of one transaction. */
export const BLOCK_ROWS = 5000

/** The last row that is done. */
export interface Cursor {
  after: number
}

/**
 * Goes through rows in the order of their ids, so many in a block, from where the job was. `work` answers how many of a block it
 * changed; the others were skipped. `kept`: what the cursor holds besides.
 */
export async function inBlocks<R>(
  { job, block }: Working<R>,
  rows: number,
  next: (db: Db, after: number) => Promise<number[]>,
  work: (db: Db, ids: number[]) => Promise<number>,
  kept: object = {},
): Promise<void> {
  let after = (job.cursor as Cursor | null)?.after ?? 0
  for (let more = true; more; ) {
    let last = after
    await block(async (db): Promise<Block> => {
      const ids = await next(db, after)
      more = ids.length === rows
      last = ids.at(-1) ?? after
      const changed = ids.length === 0 ? 0 : await work(db, ids)
      const cursor = { ...kept, after: last } satisfies Cursor
      return { done: ids.length, changed, skipped: ids.length - changed, cursor }
    })
    after = last
  }
}
