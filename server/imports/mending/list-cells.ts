import { MAX_MENDED_CELLS } from '@ruam/contract/imports/mending.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { Storage } from '../../storage/storage.ts'
import { isListed, storeMending } from '../data-sources/mending-state.ts'
import { addCells, cellsOf, dropCells, type MendedCell } from '../mended/cells.ts'
import { reasonOf } from '../mended/reasons.ts'
import { readRawRows } from '../run/raw-rows.ts'
import { faultyRows } from '../run/record-queries.ts'
import type { MendedSource } from './mended-source.ts'
import { suggestionOf } from './suggestions.ts'

/**
 * Lists the unreadable cells of a completed preview, once for a file and its mapping. Cells that are mended stay. Throws
 * data_source_status if there is no such preview.
 */
export async function listCells(db: Db, storage: Storage, storeId: number, of: MendedSource): Promise<void> {
  const { source, run, file, faultsOf, mended } = of
  if (await isListed(db, storeId, run, true)) return
  if (run.status !== 'completed' || run.version !== source.version) throw new ApiError('data_source_status')
  await dropCells(db, storeId, mended, [])
  const kept = await cellsOf(db, storeId, mended)
  const isKept = new Set(kept.map(({ record_no, column_no }) => `${record_no} ${column_no}`))
  const numbers = await faultyRows(db, storeId, run.id, MAX_MENDED_CELLS)
  const raw = await readRawRows(storage, file, numbers)
  const cells = numbers.flatMap((no): MendedCell[] => {
    const row = raw.get(no)?.cells ?? []
    return [...faultsOf(no, row)].flatMap(([column_no, failure]) => {
      if (isKept.has(`${no} ${column_no}`)) return []
      const value = row[column_no - 1] ?? ''
      const reason = reasonOf(failure, value)
      const suggested = suggestionOf(reason, value)
      const isRight = suggested !== undefined && !faultsOf(no, row.with(column_no - 1, suggested)).has(column_no)
      return [{ record_no: no, column_no, reason, value, suggestion: isRight ? suggested : null, changes: [], failure }]
    })
  })
  const room = Math.max(0, MAX_MENDED_CELLS - kept.length)
  await addCells(db, storeId, mended, cells.slice(0, room))
  const capped = cells.length > room || numbers.length === MAX_MENDED_CELLS
  const {
    added,
    updated,
    duplicated,
    failed,
    conflict,
    held,
    activities,
    erased,
    unread_rows,
    unread_cells,
    keyless,
    total,
  } = run
  const before = {
    ...{ added, updated, duplicated, failed, conflict, held, activities, erased },
    ...{ unread_rows, unread_cells, keyless, total },
  }
  await storeMending(db, storeId, run, before, capped)
}
