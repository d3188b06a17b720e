import type { MendingRule } from '@ruam/contract/imports/mending.ts'
import { MAX_MENDED_CELLS } from '@ruam/contract/imports/mending.ts'
import type { Db } from '../../database/db.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import { openRows } from '../../formats/files/rows.ts'
import type { Storage } from '../../storage/storage.ts'
import { isListed, storeMending } from '../data-sources/mending-state.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { addCells, cellsOf, changeCells, dropCells, type MendedCell, type MendedFile, mendBy } from '../mended/cells.ts'
import { reasonOf } from '../mended/reasons.ts'
import { replacer, ruleKey } from '../mended/rules.ts'
import type { FaultsOf } from './cell-faults.ts'
import { readRawRows } from './raw-rows.ts'

interface Mending {
  storage: Storage
  storeId: number
  run: RunRow
  file: StoredFile
  faultsOf: FaultsOf
}

const BATCH_ROWS = 2500

/**
 * Prepares the mended cells of a preview with another file or mapping than before: cells that can be read as they are in the file lose
 * what was put in their place, and the rules of the mapping fill the others. The import reads what its preview prepared.
 */
export async function prepareMended(db: Db, { storage, storeId, run, file, faultsOf }: Mending): Promise<void> {
  if (run.kind !== 'dry' || (await isListed(db, storeId, run))) return
  const mended = { data_source_id: run.data_source_id, file_id: file.id }
  await recheckCells(db, storage, storeId, mended, file, faultsOf)
  const rules = run.mapping.mended ?? []
  if (rules.length > 0) await fillByRules(db, storage, storeId, mended, file, rules, faultsOf)
  await storeMending(db, storeId, run, null)
}

/** Reads mended cells again, and drops those that are no longer unreadable in the file. Unmended ones leave the list. */
async function recheckCells(
  db: Db,
  storage: Storage,
  storeId: number,
  mended: MendedFile,
  file: StoredFile,
  faultsOf: FaultsOf,
): Promise<void> {
  const cells = await cellsOf(db, storeId, mended, { mended: true })
  const raw = await readRawRows(
    storage,
    file,
    cells.map(({ record_no }) => record_no),
  )
  const rowOf = (no: number) => raw.get(no)?.cells ?? []
  const faults = new Map(cells.map(({ record_no: no }) => [no, faultsOf(no, rowOf(no))]))
  const isUnread = (cell: MendedCell) => faults.get(cell.record_no)!.has(cell.column_no)
  await dropCells(
    db,
    storeId,
    mended,
    cells.filter((cell) => !isUnread(cell)),
  )
  await changeCells(db, storeId, mended, withFailures(cells.filter(isUnread), rowOf, faultsOf))
}

/** Returns the cells of rows with their failures as they are now. */
export function withFailures(
  cells: readonly MendedCell[],
  rowOf: (no: number) => readonly string[],
  faultsOf: FaultsOf,
): MendedCell[] {
  const mend = mendBy(cells.map((cell) => ({ ...cell, text: cell.changes.at(-1)?.[1] ?? null })))
  const faults = new Map<number, ReturnType<FaultsOf>>()
  return cells.map((cell) => {
    const { record_no: no } = cell
    const own = faults.get(no) ?? faultsOf(no, mend(no, rowOf(no)))
    faults.set(no, own)
    return { ...cell, failure: own.get(cell.column_no) ?? null }
  })
}

async function fillByRules(
  db: Db,
  storage: Storage,
  storeId: number,
  mended: MendedFile,
  file: StoredFile,
  rules: readonly MendingRule[],
  faultsOf: FaultsOf,
): Promise<void> {
  const made = rules.map((rule) => ({
    place: Number(rule.source_schema_id) - 1,
    key: ruleKey(rule),
    replace: replacer(rule, rule.replacement),
  }))
  let filled = 0
  for await (const { rows, firstRow } of openRows(storage, file, 0, BATCH_ROWS)) {
    const cells = rows.flatMap((row, index) => cellsOfRow(firstRow + index, row))
    await addCells(db, storeId, mended, cells.slice(0, MAX_MENDED_CELLS - filled))
    filled += cells.length
    if (filled >= MAX_MENDED_CELLS) return
  }

  function cellsOfRow(no: number, row: readonly string[]): MendedCell[] {
    const hits = made.flatMap(({ place, key, replace }) => {
      const text = row[place] ? replace(row[place]) : undefined
      return text === undefined ? [] : [{ place, key, text }]
    })
    if (hits.length === 0) return []
    const before = faultsOf(no, row)
    const found: MendedCell[] = []
    for (const { place, key, text } of hits) {
      const failure = before.get(place + 1)
      if (!failure || found.some(({ column_no }) => column_no === place + 1)) continue
      const after = faultsOf(no, row.with(place, text))
      if (after.has(place + 1)) continue
      const value = row[place]!
      found.push({
        ...{ record_no: no, column_no: place + 1, reason: reasonOf(failure, value), value },
        ...{ suggestion: null, changes: [[0, text, key]], failure: null },
      })
    }
    return found
  }
}
