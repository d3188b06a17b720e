import { setImmediate as aMoment } from 'node:timers/promises'
import type { CsvBatch } from '../../formats/files/csv.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import { openRows } from '../../formats/files/rows.ts'
import type { Core } from '../../servers/core.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { isKeyless } from './decide.ts'
import type { ReadRow } from './decided-rows.ts'
import { filledBatches, orderedReader, type RunOrders, takesLines } from './order-rows.ts'
import type { Plan } from './plan.ts'
import type { rowReader } from './read-rows.ts'
import { repeatCounter } from './repeat-counter.ts'
import { rowHasher } from './row-hash.ts'

/** Rows read in one go, about 5 ms: other requests are answered in between. */
const CELLS_AT_ONCE = 10_000

type ReadCells = ReturnType<typeof rowReader>

interface FileRun {
  /** True if hashes of rows are compared with those of earlier runs, or written. */
  hashes: boolean
  run: RunRow
  file: StoredFile
  plan: Plan
  /** Facts of the file's orders, if its rows are lines of orders. */
  orders: RunOrders | null
}

/** Reads the rows of a run that are not done, batch by batch. */
export async function* readBatches(
  core: Core,
  storeId: number,
  work: FileRun,
  readRow: ReadCells,
  batchRows: number,
): AsyncGenerator<ReadRow[]> {
  const read = await namedRows(core, storeId, work, readRow, batchRows)
  yield* rowsOf(openBatches(core, work, work.run.done, batchRows), read)
}

/** Opens the rows of a file after the first `done`. Lines of orders have the customer and the day of their order. */
function openBatches({ storage }: Core, { file, plan, orders }: FileRun, done: number, batchRows: number) {
  const batches = openRows(storage, file, done, batchRows)
  return orders && takesLines(plan) ? filledBatches(storage, file, plan, orders, batches) : batches
}

/** Returns a reader whose rows have their hashes, and know how many equal ones without keys came before. */
async function namedRows(
  core: Core,
  storeId: number,
  work: FileRun,
  readCells: ReadCells,
  batchRows: number,
): Promise<ReadCells> {
  const { run, file, plan, orders, hashes } = work
  const readRow = orders && takesLines(plan) ? orderedReader(plan, orders, readCells) : readCells
  if (!hashes && !plan.addsKeyless) return readRow
  const hashOf = rowHasher(core.config.secretKey, storeId, file.columns)
  const repeatsOf = plan.addsKeyless ? repeatCounter(run.total) : undefined
  const read = (no: number, cells: readonly string[]): ReadRow => {
    const row = readRow(no, cells)
    if ('error' in row) return row
    row.hash = hashOf(cells)
    if (repeatsOf && isKeyless(plan, row.values)) row.repeats = repeatsOf(row.hash)
    return row
  }
  // A run that goes on counts the rows before it once more.
  if (repeatsOf && run.done > 0)
    for await (const { rows, firstRow } of openBatches(core, work, 0, batchRows)) {
      if (firstRow > run.done) break
      for (const [place, cells] of rows.entries()) if (firstRow + place <= run.done) read(firstRow + place, cells)
      await aMoment()
    }
  return read
}

/** Reads the rows of each batch, a few at a time. */
async function* rowsOf(batches: AsyncIterable<CsvBatch>, readRow: ReadCells) {
  for await (const batch of batches) {
    const rows: ReadRow[] = []
    let read = CELLS_AT_ONCE
    for (const [place, cells] of batch.rows.entries()) {
      if (read >= CELLS_AT_ONCE) {
        read = 0
        await aMoment()
      }
      read += cells.length
      rows.push(readRow(batch.firstRow + place, cells))
    }
    yield rows
  }
}
