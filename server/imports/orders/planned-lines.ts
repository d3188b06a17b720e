import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { isEmptyCell } from '../../formats/values/values.ts'
import { contentOf } from './content.ts'
import { type KeyColumns, keyColumnsOf, numberOfKey, orderKey } from './order-key.ts'
import type { OrderSurvey } from './order-survey.ts'
import { NO_SERIES } from './series.ts'

/** Order lines of a mapping made ready for work. Columns by their place from 0. */
export interface PlannedLines {
  key: KeyColumns
  amount: { column: number; field: number }
  /** True if the amount repeats the total of its order. */
  hasTotals: boolean
  item: { column: number; field: number | null } | null
  pieces: number | null
  /** The field that takes the number. */
  orderField: number | null
  addsElsewhere: boolean
  series: string
  /** The series as activities name it. */
  source: string
  timeZone: string
  /** Facts of all orders of the file; absent for a few rows of one. */
  survey?: OrderSurvey
}

/** The order of a row, and what the row adds to it. */
export interface RowOrder {
  key: string
  number: string
  content: string
  item: string | null
  pieces: number | null
  amount: number | null
  refund: boolean
  /** Values of the row without amount and item. */
  fields: Record<string, string | number | boolean>
  /** The profile that has the order so far; absent if none is known. */
  holder?: number
}

type Feeding = Pick<MappingBody, 'lines' | 'mapping'>

/** Compiles the order lines of a mapping; null if each row is a whole activity. */
export function plannedLines({ lines, mapping }: Feeding): PlannedLines | null {
  if (!lines) return null
  const fed = (column: string | null) =>
    mapping.find((row) => row.destination_type === 'custom_activity' && row.source_schema_id === column)?.destination_id
  const amount = lines.line_amount ?? lines.order_total!
  const place = (column: string) => Number(column) - 1
  return {
    key: keyColumnsOf(lines),
    amount: { column: place(amount), field: fed(amount)! },
    hasTotals: lines.order_total !== null,
    item:
      lines.item_column === null ? null : { column: place(lines.item_column), field: fed(lines.item_column) ?? null },
    pieces: lines.quantity_column === null ? null : place(lines.quantity_column),
    orderField: fed(lines.order_column) ?? null,
    addsElsewhere: lines.equal_elsewhere === 'add',
    series: lines.series,
    source: NO_SERIES,
    timeZone: 'UTC',
  }
}

/** Returns the order of a row with these activity values; null for a row without a number. */
export function rowOrder(
  lines: PlannedLines,
  cells: readonly string[],
  values: Readonly<Record<string, string | number | boolean>>,
  piecesOf: (cells: readonly string[]) => number | null,
): RowOrder | null {
  const key = orderKey(cells, lines.key)
  if (key === null) return null
  const { [lines.amount.field]: read, ...others } = values
  const amount = typeof read === 'number' ? read : null
  const item = lines.item && itemOf(lines.item, cells, others)
  const fields = lines.item?.field ? withoutKey(others, lines.item.field) : others
  const pieces = lines.pieces === null ? null : piecesOf(cells)
  const own = lines.hasTotals ? null : amount
  return {
    key,
    number: numberOfKey(key),
    content: contentOf(item === null ? JSON.stringify(fields) : item, pieces, own),
    item,
    pieces,
    amount,
    refund: amount !== null && amount < 0,
    fields,
  }
}

function itemOf(
  { column, field }: NonNullable<PlannedLines['item']>,
  cells: readonly string[],
  values: Readonly<Record<string, string | number | boolean>>,
): string | null {
  const value = field === null ? undefined : values[field]
  if (value !== undefined) return String(value)
  const cell = cells[column]!
  return isEmptyCell(cell) ? null : canonicalText(cell)
}

function withoutKey<T>(values: Record<string, T>, key: number): Record<string, T> {
  const { [key]: _, ...others } = values
  return others
}
