import { MAX_FILE_ROWS } from '@ruam/contract/constants.ts'
import { inStore, isOutage } from '../core/db.ts'
import type { Core } from '../core/implement.ts'
import { Refusal } from '../core/refusal.ts'
import { saveLoaded } from '../files/queries.ts'
import { type ColumnFacts, noFacts, noteCell } from './column-facts.ts'
import { readCsvBatches, readHead } from './csv.ts'
import { UnreadableFile } from './csv-text.ts'
import { refusalOf } from './head.ts'
import { claimLoad, noteLoad } from './queries.ts'
import { OFFSET_ROWS } from './row-offsets.ts'

/**
 * Reads a whole file once: counts its rows, learns what its columns hold, and notes where its rows lie. Nothing is written but
 * the outcome, so it may run twice; a worker that has lost the claim stops.
 */
export async function loadDataSource(core: Core, storeId: number, id: number, signal: AbortSignal): Promise<void> {
  const claimed = await inStore(core.pool, storeId, (db) => claimLoad(db, storeId, id))
  if (!claimed) return
  const { fence, file } = claimed
  try {
    const { header } = await readHead(core.storage.read(file.storage_key), { delimiter: file.settings.delimiter })
    const facts: ColumnFacts[] = header.map(noFacts)
    const offsets: number[] = []
    let rowCount = 0
    for await (const batch of readCsvBatches(core.storage.read(file.storage_key), {
      ...file.settings,
      batchRows: OFFSET_ROWS,
    })) {
      signal.throwIfAborted()
      rowCount += batch.rows.length
      if (rowCount > MAX_FILE_ROWS) throw new Refusal('too_many_rows', { limit: MAX_FILE_ROWS.toLocaleString('en') })
      for (const row of batch.rows) {
        // A ragged row would count its cells for the wrong columns.
        if (row.length === facts.length)
          for (let column = 0; column < row.length; column++) noteCell(facts[column]!, row[column]!)
      }
      offsets.push(batch.endOffset)
      // Every tenth batch: a progress bar needs no more, and the file is read about 400,000 rows a second.
      const due = offsets.length % 10 === 0
      const step = { load_progress: Math.min(1, batch.endOffset / file.size) }
      if (due && !(await inStore(core.pool, storeId, (db) => noteLoad(db, storeId, id, fence, step)))) return
    }
    if (rowCount === 0) throw new Refusal('file_empty')
    await inStore(core.pool, storeId, async (db) => {
      if (!(await noteLoad(db, storeId, id, fence, { status: 'ready_to_map', load_progress: 1 }))) return
      await saveLoaded(db, storeId, file.id, { columns: header, facts, row_count: rowCount, row_offsets: offsets })
    })
  } catch (error) {
    // A stopping server and a database that is away leave the load to whoever comes next.
    if (signal.aborted || isOutage(error)) throw error
    const refusal =
      error instanceof Refusal || error instanceof UnreadableFile ? refusalOf(error) : new Refusal('internal')
    const { refusal: name, details } = refusal
    await inStore(core.pool, storeId, (db) =>
      noteLoad(db, storeId, id, fence, { status: 'load_failed', error: { name, details } }),
    )
    if (name === 'internal') throw error
  }
}
