import type { OrderLines } from '@ruam/contract/imports/order-lines.ts'

const needed = ['order_column'] as const
const optional = ['branch_column', 'line_amount', 'order_total', 'item_column', 'quantity_column'] as const

/** Columns that tell which rows are lines of one order, and how much each is. */
export const lineColumnsOf = (lines: OrderLines | null | undefined): string[] =>
  lines ? [...needed, ...optional].flatMap((name) => lines[name] ?? []) : []

/** Moves the columns of order lines to another file; null if the one of numbers or of amounts is not there. */
export function movedLines(
  lines: OrderLines | null | undefined,
  moved: (column: string) => string | undefined,
): OrderLines | null {
  const order_column = lines && moved(lines.order_column)
  if (!lines || !order_column) return null
  const next = { ...lines, order_column, ...unanswered }
  for (const name of optional) next[name] = lines[name] === null ? null : (moved(lines[name]) ?? null)
  const lost = (name: 'branch_column' | 'line_amount' | 'order_total') => lines[name] !== null && next[name] === null
  return lost('branch_column') || lost('line_amount') || lost('order_total') ? null : next
}

/** Purchases that another source has too are asked about for each file. */
const unanswered = { equal_elsewhere: 'ask' } as const
