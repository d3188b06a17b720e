import { columnStyleOf } from '../../formats/files/column-facts.ts'
import type { CsvBatch } from '../../formats/files/csv.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import { openRows } from '../../formats/files/rows.ts'
import { dayAt } from '../../formats/values/time-zones.ts'
import { isEmptyCell, readCell } from '../../formats/values/values.ts'
import type { Storage } from '../../storage/storage.ts'
import type { RunRow } from '../data-sources/runs.ts'
import type { MendRow } from '../mended/cells.ts'
import { millionths } from '../orders/money.ts'
import { isTotalRow, orderKey } from '../orders/order-key.ts'
import { OrderSurvey } from '../orders/order-survey.ts'
import type { PlannedLines } from '../orders/planned-lines.ts'
import type { ReadRow } from './decided-rows.ts'
import type { ReadingOptions } from './field-readers.ts'
import { keyText, type Plan, type PlannedActivity } from './plan.ts'
import { readRawRows } from './raw-rows.ts'
import { givenNameOf } from './survey.ts'

const BATCH_ROWS = 2500

type ReadCells = (no: number, cells: readonly string[]) => ReadRow

export type LinePlan = Plan & { activity: PlannedActivity & { lines: PlannedLines } }

/** True if the rows of a plan are lines of orders. */
export const takesLines = (plan: Plan): plan is LinePlan => plan.activity?.lines != null

/** What the whole file says of the orders of a run. */
export interface RunOrders {
  survey: OrderSurvey
  mend: MendRow
  hasTotals: boolean
  /** Rows that hold a total, and the amount of the last one in millionths. */
  totals: { rows: ReadonlySet<number>; amount: bigint | null }
  /** Places of columns that name a row's customer. */
  ofBuyer: readonly number[]
  date: number
}

/** How rows of a run are read. */
interface OrderReading {
  mend: MendRow
  readRow: ReadCells
  options: ReadingOptions
}

/** Reads the file once for the facts of its orders. */
export async function surveyOrders(
  storage: Storage,
  run: RunRow,
  file: StoredFile,
  plan: LinePlan,
  { mend, readRow, options }: OrderReading,
): Promise<RunOrders> {
  const { lines } = plan.activity
  // Without a key its contacts tell a buyer apart.
  const found = plan.keys.length > 0 ? plan.keys : plan.traits.phonesAndEmails
  const survey = new OrderSurvey(run.total, 1, found.length + 2, found.length + 1)
  const style = columnStyleOf(file.facts[lines.amount.column]!, { ...options, dayOnly: true })
  const amountOf = (cells: readonly string[]) => {
    const reading = readCell('number', cells[lines.amount.column]!, style)
    return 'value' in reading && typeof reading.value === 'number' ? reading.value : null
  }
  const columns = found.flatMap((place) => [plan.fields[place]!.column, ...plan.fields[place]!.joined])
  const ofBuyer = [...columns, ...(plan.number === null ? [] : [plan.number])]
  const date = plan.activity.fields[0]!.column
  const totals = new Set<number>()
  let closing: bigint | null = null
  for await (const batch of openRows(storage, file, 0, BATCH_ROWS)) {
    for (const [index, unmended] of batch.rows.entries()) {
      if (unmended.length !== plan.width) continue
      const no = batch.firstRow + index
      const cells = mend(no, unmended)
      if (isTotalRow(cells, lines.key, [...ofBuyer, date])) {
        totals.add(no)
        const amount = amountOf(cells)
        closing = amount === null ? null : millionths(amount)
        continue
      }
      const key = orderKey(cells, lines.key)
      if (key === null) continue
      const row = readRow(no, cells)
      const isDayless = 'error' in row && row.error.failure === 'activity_date_missing'
      if ('error' in row && !isDayless) continue
      const values = 'values' in row ? row : null
      survey.note(no, {
        key,
        amounts: [isDayless || values?.activity ? amountOf(cells) : null],
        day: values?.activity ? dayAt(values.activity.at, lines.timeZone) : null,
        buyers: values
          ? [
              ...found.map((place) => keyText(values.values[place]!)),
              values.number === undefined ? null : String(values.number),
              givenNameOf(plan, values) || null,
            ]
          : [],
        said: null,
      })
    }
  }
  lines.survey = survey
  return { survey, mend, hasTotals: lines.hasTotals, totals: { rows: totals, amount: closing }, ofBuyer, date }
}

/** Batches whose lines without a customer or a day have those of their order. */
export async function* filledBatches(
  storage: Storage,
  file: StoredFile,
  plan: LinePlan,
  { survey, mend, ofBuyer, date, totals }: RunOrders,
  batches: AsyncIterable<CsvBatch>,
): AsyncGenerator<CsvBatch> {
  const { key } = plan.activity.lines
  const profileColumns = plan.fields.flatMap(({ column, joined }) => [column, ...joined])
  const names = [...plan.traits.givenNames, ...plan.traits.lastNames].map((place) => plan.fields[place]!.column)
  const isFree = (cells: readonly string[], places: readonly number[]) =>
    places.every((place) => isEmptyCell(cells[place]!))
  for await (const found of batches) {
    const batch = { ...found, rows: found.rows.map((cells, index) => [...mend(found.firstRow + index, cells)]) }
    const lacking = batch.rows.flatMap((cells, index) => {
      const no = batch.firstRow + index
      const text = cells.length === plan.width && !totals.rows.has(no) ? orderKey(cells, key) : null
      const order = text === null ? -1 : survey.index.find(text)
      if (order < 0) return []
      const first = survey.buyerRow[order]!
      // Shops name the buyer on the first line of an order, and repeat the e-mail alone.
      const isUnnamed = names.length > 0 && isFree(cells, names) && survey.problemOf(order, null) === null
      const buyer = first !== no && (isFree(cells, ofBuyer) || isUnnamed) ? first : 0
      const day = isFree(cells, [date]) ? survey.dayRow[order]! : 0
      return buyer + day === 0 ? [] : [{ index, buyer, day }]
    })
    if (lacking.length === 0) {
      yield batch
      continue
    }
    const sources = new Set(lacking.flatMap(({ buyer, day }) => [buyer, day].filter((no) => no > 0)))
    const last = batch.firstRow + batch.rows.length - 1
    const outside = [...sources].filter((no) => no < batch.firstRow || no > last).sort((a, b) => a - b)
    const raw = await readRawRows(storage, file, outside)
    const cellsOf = (no: number) => {
      const cells = raw.get(no)?.cells
      return cells ? mend(no, cells) : batch.rows[no - batch.firstRow]!
    }
    const rows = [...batch.rows]
    for (const { index, buyer, day } of lacking) {
      const cells = [...rows[index]!]
      if (buyer > 0)
        for (const place of profileColumns) if (isEmptyCell(cells[place]!)) cells[place] = cellsOf(buyer)[place]!
      if (buyer > 0 && plan.number !== null) cells[plan.number] = cellsOf(buyer)[plan.number]!
      if (day > 0) cells[date] = cellsOf(day)[date]!
      rows[index] = cells
    }
    yield { ...batch, rows }
  }
}

/** Returns a reader that leaves out totals, and rows of orders that wait. */
export function orderedReader(plan: LinePlan, orders: RunOrders, read: ReadCells): ReadCells {
  const { survey, totals, hasTotals, date } = orders
  const { key, amount } = plan.activity.lines
  const columnOf = { order_two_buyers: 0, order_two_days: date + 1, order_two_totals: amount.column + 1 }
  return (no, cells) => {
    if (totals.rows.has(no)) return { no, error: { failure: 'total_row', column: 0, value: '' } }
    const row = read(no, cells)
    const text = 'values' in row ? orderKey(cells, key) : null
    const order = text === null ? -1 : survey.index.find(text)
    const failure = order < 0 ? null : survey.problemOf(order, hasTotals ? 0 : null)
    if (failure === null) return row
    return { no, error: { failure, column: columnOf[failure], value: cells[key.order]! } }
  }
}
