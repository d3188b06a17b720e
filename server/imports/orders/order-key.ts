import { hash } from 'node:crypto'
import type { OrderLines } from '@ruam/contract/imports/order-lines.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { isEmptyCell } from '../../formats/values/values.ts'

/** Between branch and number; neither holds one. */
const BRANCH_END = '\u001f'

/** Places of the columns that make up an order's number. */
export interface KeyColumns {
  order: number
  branch: number | null
}

export const keyColumnsOf = ({ order_column, branch_column }: OrderLines): KeyColumns => ({
  order: Number(order_column) - 1,
  branch: branch_column === null ? null : Number(branch_column) - 1,
})

/** Returns the text by which the lines of an order meet; null for a row without a number. */
export function orderKey(cells: readonly string[], { order, branch }: KeyColumns): string | null {
  const cell = cells[order] ?? ''
  const number = isEmptyCell(cell) ? '' : canonicalText(cell)
  if (number === '') return null
  if (branch === null) return indexed(number)
  const where = canonicalText(cells[branch] ?? '')
  return where === '' ? indexed(number) : indexed(`${where}${BRANCH_END}${number}`)
}

/** Characters that an index takes of a number. */
const MOST = 200

const indexed = (key: string) => (key.length > MOST ? hash('sha256', key, 'hex') : key)

/** The number of an order as it is written, without its branch. */
export const numberOfKey = (key: string): string => key.slice(key.lastIndexOf(BRANCH_END) + 1)

/** Words in front of a sum of all rows. */
const TOTAL = /^(?:grand |sub ?)?totals?:?$|^sum:?$|^(?:ยอด|ผล)?รวม(?:ทั้งสิ้น|ทั้งหมด|ทั้งไฟล์|ยอดขาย|เงิน|สุทธิ|เป็นเงิน)*:?$/i

/** True for a row that holds a total of the rows before it: a word for it, and neither number nor buyer nor day. */
export function isTotalRow(cells: readonly string[], { order }: KeyColumns, others: readonly number[]): boolean {
  const cell = (cells[order] ?? '').trim()
  if (!isEmptyCell(cell) && !TOTAL.test(canonicalText(cell))) return false
  if (others.some((place) => !isEmptyCell(cells[place] ?? '') && !isLabel(cells[place]!))) return false
  return cells.some(isLabel)
}

const isLabel = (cell: string) => cell.length < 40 && TOTAL.test(canonicalText(cell))
