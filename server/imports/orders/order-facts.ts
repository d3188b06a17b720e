import { type ColumnFacts, columnStyleOf } from '../../formats/files/column-facts.ts'
import { type LoadedFile, openRows } from '../../formats/files/rows.ts'
import { plainName } from '../../formats/values/given-names.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { dayAt } from '../../formats/values/time-zones.ts'
import { isEmptyCell, readCell } from '../../formats/values/values.ts'
import type { Storage } from '../../storage/storage.ts'
import { type AmountReading, readingOf, SUMS_UP, sumsOf, sumsUpTo } from './amount-reading.ts'
import { decimalOf, millionths, sameSatang } from './money.ts'
import { isTotalRow, orderKey } from './order-key.ts'
import { OrderSurvey } from './order-survey.ts'

/** Columns of a file that seems to hold orders, by their place from 0. */
export interface OrderColumns {
  order: number
  branch: number | null
  /** Candidates for the amount, the likeliest first. */
  amounts: readonly number[]
  date: number | null
  /** Columns that tell buyers apart, such as phone, e-mail or user name. */
  buyers: readonly number[]
  names?: readonly number[]
  /** The column that names what a line sold. */
  item?: number | null
}

/** Amounts of one column, read in both ways. Sums are exact decimals, such as "3900" or "1234.5". */
interface AmountFacts extends AmountReading {
  column: number
  /** Sum if each amount is of its line. */
  sum_of_lines: string
  /** Sum if the amount repeats the total of its order. */
  sum_of_totals: string
  /** Cells that hold no number. */
  unread: number
}

/** What a whole file says of its orders. */
export interface OrderFacts {
  orders: number
  lines: number
  /** Rows without a number: each is a purchase of its own. */
  without_number: number
  /** Different buyers. */
  buyers: number
  /** In the order of `columns.amounts`. */
  amounts: AmountFacts[]
  /** Place of the proposed amount in `amounts`; null without one. */
  proposed: number | null
  first_day: string | null
  last_day: string | null
  /** Orders that wait. */
  two_buyers: number
  two_days: number
  /** Lines beyond the first of several equal ones of one order. */
  repeated_lines: number
  /** Rows that hold a total: left out. `agrees`: null without a readable amount. */
  totals: { rows: number; amount: string | null; agrees: boolean | null }
}

/** A loaded file with what is known of its columns. */
type OrderFile = LoadedFile & { facts: readonly ColumnFacts[] }

interface FactsOptions {
  timeZone: string
  /** YYYY-MM-DD: settles two-digit years and what lies ahead. */
  today: string
  /** Data rows of the file. */
  rows: number
}

const BATCH_ROWS = 2500
const MASKED = /[*•xX]{2}/

/** Reads a file once, and returns what it says of its orders. Null if no cell of the column holds a number. */
export async function orderFacts(
  storage: Storage,
  file: OrderFile,
  columns: OrderColumns,
  { timeZone, today, rows }: FactsOptions,
): Promise<OrderFacts | null> {
  const { buyers, names = [], amounts, date, item = null } = columns
  const survey = new OrderSurvey(rows, amounts.length, buyers.length + names.length)
  const styles = file.facts.map((facts) =>
    columnStyleOf(facts, { timeZone, today, dayOnly: false, purpose: 'activity' }),
  )
  const amountOf = (cells: readonly string[], column: number) => {
    const reading = readCell('number', cells[column] ?? '', styles[column]!)
    return 'failure' in reading ? undefined : (reading.value as number | null)
  }
  const dayOf = (cells: readonly string[]) => {
    if (date === null) return null
    const reading = readCell('date', cells[date] ?? '', styles[date]!)
    return 'failure' in reading || reading.value === null ? null : dayAt(String(reading.value), timeZone)
  }
  const ofBuyer = [...buyers, ...names, ...(date === null ? [] : [date])]
  let without_number = 0
  const totals = { rows: 0, cells: null as readonly string[] | null }
  for await (const batch of openRows(storage, file, 0, BATCH_ROWS)) {
    for (const [index, cells] of batch.rows.entries()) {
      if (isTotalRow(cells, columns, ofBuyer)) {
        totals.rows++
        totals.cells = cells
        continue
      }
      const key = orderKey(cells, columns)
      if (key === null) {
        without_number++
        continue
      }
      const read = amounts.map((column) => amountOf(cells, column))
      survey.note(batch.firstRow + index, {
        key,
        amounts: read,
        day: dayOf(cells),
        buyers: [
          ...buyers.map((column) => textOf(cells[column])),
          ...names.map((column) => plainName(textOf(cells[column]) ?? '') || null),
        ],
        said: `${item === null ? '' : textOf(cells[item])}\u001f${read.join(' ')}`,
      })
    }
  }
  if (survey.orders === 0) return null
  const closingOf = (column: number) => {
    const amount = totals.cells === null ? null : amountOf(totals.cells, column)
    return typeof amount === 'number' ? millionths(amount) : null
  }
  const found = amounts.map((column, place) =>
    amountFacts(survey, place, column, file.columns[column] ?? '', closingOf),
  )
  const proposed = proposedAmount(survey, found)
  const closing = proposed === null ? null : closingOf(found[proposed]!.column)
  return {
    orders: survey.orders,
    lines: survey.lines.reduce((sum, lines) => sum + lines, 0),
    without_number,
    buyers: survey.buyerCount,
    amounts: found,
    proposed,
    first_day: survey.firstDay,
    last_day: survey.lastDay,
    two_buyers: survey.countOf('order_two_buyers'),
    two_days: survey.countOf('order_two_days'),
    repeated_lines: survey.repeated,
    totals: {
      rows: totals.rows,
      amount: closing === null ? null : decimalOf(closing),
      agrees: closing === null ? null : sameSatang(closing, closedSum(survey, proposed!, found[proposed!]!.reading)),
    },
  }
}

function amountFacts(
  survey: OrderSurvey,
  place: number,
  column: number,
  header: string,
  closingOf: (column: number) => bigint | null,
): AmountFacts {
  const sums = sumsOf(survey, place)
  return {
    column,
    sum_of_lines: decimalOf(sums.lines),
    sum_of_totals: decimalOf(sums.totals),
    ...readingOf(survey, place, header, closingOf(column)),
    unread: survey.amounts[place]!.unread,
  }
}

/** Chooses the amounts of lines if they make up the totals of another column, and else the likeliest column. Settles both. */
function proposedAmount(survey: OrderSurvey, found: AmountFacts[]): number | null {
  for (const line of found.keys())
    for (const total of found.keys()) {
      if (line === total) continue
      const { share, all } = sumsUpTo(survey, line, total)
      if (share < SUMS_UP) continue
      Object.assign(found[line]!, { reading: 'line_amount', sure: true })
      Object.assign(found[total]!, { reading: 'order_total', sure: true })
      // A total that is more than its lines has what was charged beside them.
      return all ? line : total
    }
  return found.length > 0 ? 0 : null
}

const closedSum = (survey: OrderSurvey, candidate: number, reading: AmountReading['reading']): bigint =>
  sumsOf(survey, candidate)[reading === 'line_amount' ? 'lines' : 'totals']

function textOf(cell: string | undefined): string | null {
  if (cell === undefined || isEmptyCell(cell) || MASKED.test(cell)) return null
  const text = canonicalText(cell).toLowerCase()
  return text === '' ? null : text
}
