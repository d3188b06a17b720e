// Rows of a report that are no data: explanations under the header, what each page repeats, page numbers, subtotals.
import { isEmptyCell, nothings } from '../values/values.ts'
import { lookOf } from './header.ts'

/** `page`: never data. `total`: a subtotal if rows follow; the last one of a file is left to its reader. */
export type PageRow = 'page' | 'total'

const PAGE = /^(?:หน้า|แผ่น|page)\s*(?:ที่|no\.?)?\s*:?\s*\d+(?:\s*(?:\/|จาก|of|ของ)\s*\d+)?$/i
const PRINTED = /^(?:พิมพ์เมื่อ|พิมพ์โดย|พิมพ์วันที่|วันที่พิมพ์|ผู้พิมพ์|printed(?: on| by| at)?|print date|run date)(?![\p{L}\p{M}])/iu
const TOTAL =
  /^(?:รวม(?:ทั้งสิ้น|ทั้งหมด|หน้านี้|เงิน|ยอด)?|ยอดรวม(?:ทั้งสิ้น|หน้านี้)?|ยอดยกมา|ยอดยกไป|(?:grand |sub ?|page )?totals?|sum)(?:\s*\d+\s*(?:รายการ|บิล|ใบ|คน|ราย|แถว|items?|rows?))?\s*:?$/i
const AMOUNT = /^[฿(-]?\d[\d,]*(?:\.\d+)?\)?(?:\s*(?:บาท|รายการ|บิล|ใบ|ราย|คน))?$/
const BESIDE_PAGE = /^[\d\s/:.,-]+$|^(?:จาก|of)$/i
const LONGEST_LABEL = 60

/** Returns a test for rows that are no data, by the rows above the header, which pages of a report repeat. */
export function pageRowsBelow(above: readonly string[][]): (cells: readonly string[]) => PageRow | null {
  const repeated = new Set(above.map(shapeOf))
  return (cells) => {
    const at = cells.findIndex((cell) => cell !== '' && cell.trim() !== '')
    const first = at === -1 ? '' : cells[at]!.trim()
    if (first === '' || first.length > LONGEST_LABEL) return null
    if (repeated.size > 0 && repeated.has(shapeOf(cells))) return 'page'
    const others = () => cells.slice(at + 1).flatMap((cell) => cell.trim() || [])
    if (PAGE.test(first) || PRINTED.test(first))
      return others().every((cell) => BESIDE_PAGE.test(cell) || PAGE.test(cell) || PRINTED.test(cell)) ? 'page' : null
    if (!TOTAL.test(first)) return null
    const amounts = others()
    return amounts.length > 0 && amounts.every((cell) => AMOUNT.test(cell) && !/^0\d{8}/.test(cell)) ? 'total' : null
  }
}

/** The text of a row, in which page numbers and times are all alike. */
const shapeOf = (cells: readonly string[]) =>
  cells
    .flatMap((cell) => cell.trim() || [])
    .join('\u001f')
    .replace(/\d+/g, '0')

const MOST_EXPLANATIONS = 3
/** Minimum columns of phones, e-mails, dates or numbers in which the row has words. */
const LEAST_COLUMNS = 2
const FEWEST_LETTERS = 3

/** Returns how many rows under the header explain its columns: words where the rows below have dates, phones and numbers. */
export function explanationsIn(rows: readonly string[][]): number {
  let count = 0
  while (count < Math.min(MOST_EXPLANATIONS, rows.length - 1) && isExplanation(rows[count]!, rows.slice(count + 1)))
    count++
  return count
}

function isExplanation(row: readonly string[], below: readonly string[][]): boolean {
  const cells = row.map((cell) => cell.trim())
  if (cells.some((cell) => cell !== '' && lookOf(cell) !== null)) return false
  let known = 0
  let explained = 0
  for (const [place, cell] of cells.entries()) {
    const column = below.flatMap((other) => other[place]?.trim() || []).filter((other) => !isEmptyCell(other))
    const looks = column.filter((other) => lookOf(other) !== null).length
    if (looks === 0 || looks * 5 < column.length * 3) continue
    known++
    const letters = cell.match(/\p{L}/gu)?.length ?? 0
    if (letters >= FEWEST_LETTERS && !nothings.has(cell.toLowerCase())) explained++
  }
  return explained >= (below.length > 1 ? LEAST_COLUMNS : LEAST_COLUMNS + 1) && explained * 10 >= known * 7
}
