import { columnOf } from './xlsx-sheet.ts'
import type { Parts } from './xlsx-zip.ts'
import { attribute, xmlReader } from './xml.ts'

/** Cells of one column that are merged downwards: their value stands in the first row. */
interface Merge {
  column: number
  top: number
  bottom: number
}

/** Most merges of a sheet: 24 bytes each. The others keep their value in the first row. */
const MAX_MERGES = 200_000
const LIST = 'mergeCells'
const CELLS = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?[A-Z]{1,3}\$?(\d{1,7})$/

/** Reads which cells of a sheet are merged downwards. Excel lists them behind the rows, so the sheet is unpacked for it once more. */
export async function readMerges(parts: Parts, sheet: string): Promise<Merge[]> {
  const merges: Merge[] = []
  let read: ReturnType<typeof xmlReader> | undefined
  let tail = ''
  const take = (piece: string, last: boolean) => {
    if (read === undefined) {
      const text = tail + piece
      const at = text.indexOf(LIST)
      if (at === -1) {
        tail = text.slice(-2 * LIST.length)
        return undefined
      }
      read = xmlReader({ open, close() {}, text() {}, wantsText: () => false })
      read(text.slice(Math.max(0, text.lastIndexOf('<', at))), last)
    } else read(piece, last)
    return merges.length < MAX_MERGES
  }
  const open = (name: string, attributes: string) => {
    if (name !== 'mergeCell' || merges.length === MAX_MERGES) return
    const [, column, top, bottom] = CELLS.exec(attribute(attributes, 'ref') ?? '') ?? []
    if (column && Number(bottom) > Number(top))
      merges.push({ column: columnOf(column), top: Number(top), bottom: Number(bottom) })
  }
  await parts.read(sheet, take)
  return merges.sort((a, b) => a.top - b.top)
}

/**
 * Returns a function that gives the cells of a row the values merged into it. Rows come in order; a column holds one merge at a
 * time, so that a row costs no more than its columns.
 */
export function mergeCarrier(merges: readonly Merge[]): (cells: string[], no: number) => void {
  const carried = new Map<number, { bottom: number; value: string }>()
  let next = 0
  return (cells, no) => {
    for (const [column, { bottom, value }] of carried) {
      if (bottom < no) carried.delete(column)
      else if ((cells[column] ?? '') === '') {
        while (cells.length < column) cells.push('')
        cells[column] = value
      }
    }
    for (let merge = merges[next]; merge && merge.top <= no; merge = merges[++next]) {
      const value = merge.top === no ? (cells[merge.column] ?? '') : ''
      if (value !== '') carried.set(merge.column, { bottom: merge.bottom, value })
    }
  }
}
