import type pg from 'pg'
import type { ReadRow } from './decided-rows.ts'
import type { Writing } from './run-kinds.ts'
import { type BatchContext, decideNext, writeBatch } from './write-batch.ts'

/** Reason to stop between two batches, with the rest to be done later. */
type Interruption = 'no_room' | 'turn_over'

/**
 * Moves batches through reading, deciding and writing, each a step ahead of the one after it, and returns how the run ended. Batches commit
 * in file order. Time runs downwards; `===` is a commit:
 *
 *     rows        reader        writer A          writer B
 *     read 1
 *     read 2      decide 1
 *     read 3      decide 2      insert 1
 *     read 4      decide 3      change 1          insert 2
 *                  (waits)      === 1 ===          (waits)
 *     read 5      decide 4      insert 3          change 2
 *                  (waits)       (waits)          === 2 ===
 *     read 6      decide 5      change 3          insert 4
 *
 * Deciding sees the batches that are being written through `touched`, committed or not. Inserting new profiles overlaps the batch before;
 * changing others waits for its commit. A batch waits until a writer is free. A dry run has one writer: its lookups read the temporary table of
 * that connection.
 *
 * `interrupted` is called before each batch with the rows done so far; it may throw to abort.
 */
export async function pumpBatches(
  context: BatchContext,
  writers: readonly pg.ClientBase[],
  batches: AsyncGenerator<ReadRow[]>,
  interrupted: (done: number) => Promise<Interruption | undefined>,
): Promise<'completed' | 'cancel' | Interruption> {
  /** The writer whose batch ended first comes first. */
  const turns = [...writers]
  /** Oldest first, at most one per writer. */
  const writing: Writing[] = []
  let { done } = context.run
  let last = Promise.resolve(false)
  let interruption: Interruption | undefined
  try {
    for await (const rows of oneAhead(batches)) {
      interruption = await interrupted(done)
      if (interruption) break
      const decided = await decideNext(context, rows, writing)
      if (writing.length === writers.length && (await writing[0]!.written)) break
      const writer = turns.shift()!
      turns.push(writer)
      last = writeBatch(context, writer, done, decided, last)
      const entry: Writing = { touched: context.kind.touchedBy(decided), written: last }
      writing.push(entry)
      const leave = () => void writing.splice(writing.indexOf(entry), 1)
      // A failed batch rejects the one after it, and in the end the promise of the last one.
      last.then(leave, leave)
      done += rows.length
    }
  } catch (error) {
    // A batch before that failed is the reason for what came after it.
    await last
    throw error
  }
  if (await last) return 'cancel'
  return interruption ?? 'completed'
}

/** Yields what the source yields, and asks it for the next value meanwhile. */
async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const next = source.next()
    // It is looked at when its turn comes, or not at all.
    next.catch(() => {})
    return next
  }
  try {
    for (let next = ask(); ; ) {
      const { done, value } = await next
      if (done) return
      next = ask()
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}
