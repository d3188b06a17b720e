import type { Db } from '../../database/db.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import { OFFSET_ROWS, sheetPosition } from '../../formats/files/row-offsets.ts'
import { openRows } from '../../formats/files/rows.ts'
import type { Storage } from '../../storage/storage.ts'
import { rowMender } from '../mended/cells.ts'

/** Raw cells of a row, with its number in the file. */
export interface RawRow {
  cells: string[]
  /** For sheets that are read together. */
  sheet: string | null
  line: number | null
}

/** The raw rows of these record numbers, read from the part of the file they lie in. */
export async function readRawRows(
  storage: Storage,
  file: StoredFile,
  numbers: readonly number[],
): Promise<Map<number, RawRow>> {
  const wanted = new Set(numbers)
  const found = new Map<number, RawRow>()
  const lined = file.row_lines.length > 0
  for (const part of new Set(numbers.map((no) => Math.floor((no - 1) / OFFSET_ROWS)))) {
    for await (const batch of openRows(storage, file, part * OFFSET_ROWS, OFFSET_ROWS)) {
      for (const [place, cells] of batch.rows.entries()) {
        const no = batch.firstRow + place
        if (wanted.has(no))
          found.set(no, {
            cells,
            ...(lined ? sheetPosition(batch.lines[place]!, file.settings) : { sheet: null, line: null }),
          })
      }
      break
    }
  }
  return found
}

/** Returns the rows as a run reads them: with mended texts in the place of unreadable cells. */
export async function readMendedRows(
  db: Db,
  storage: Storage,
  storeId: number,
  { data_source_id }: { data_source_id: number },
  file: StoredFile,
  numbers: readonly number[],
): Promise<Map<number, RawRow>> {
  const mend = await rowMender(db, storeId, { data_source_id, file_id: file.id }, numbers)
  const rows = await readRawRows(storage, file, numbers)
  return new Map([...rows].map(([no, row]) => [no, { ...row, cells: [...mend(no, row.cells)] }]))
}
