import { hash } from 'node:crypto'
import { cellKinds, MIN_VALUE_ROWS, type WatchFigures } from '@ruam/contract/watches/figures.ts'
import { columnStyleOf } from '../../formats/files/column-facts.ts'
import type { StoredFile } from '../../formats/files/queries.ts'
import { openRows } from '../../formats/files/rows.ts'
import { isEmptyCell, readCell } from '../../formats/values/values.ts'
import { answered } from '../../imports/run/field-readers.ts'
import type { Plan } from '../../imports/run/plan.ts'
import type { FieldSource } from '../../imports/run/planned-field.ts'
import { repeatCounter } from '../../imports/run/repeat-counter.ts'
import type { Storage } from '../../storage/storage.ts'

type CellFigures = Pick<
  WatchFigures,
  | 'kinds'
  | 'oldest'
  | 'newest'
  | 'hours'
  | 'sum'
  | 'low'
  | 'totals'
  | 'unpaid'
  | 'negative'
  | 'values'
  | 'crowd'
  | 'equal'
>

/** Rows of a batch. */
const BATCH_ROWS = 1000
/** Different values of a column that has few, such as a branch. */
const MAX_VALUES = 12
/** Characters of such a value. */
const MAX_VALUE = 60
/** Share of dates with a time of day from which they are moments. */
const TIMED = 0.9
const DAY_LENGTH = '2026-01-31'.length
/** Least rows above one that holds their sum: the sum of a few is an amount like others. */
const TOTAL_ROWS = 20

/** Rows of a day, and the minutes of the day of its first and last. */
interface Day {
  rows: number
  timed: number
  from: number
  to: number
}
const NO_DAY: Day = { rows: 0, timed: 0, from: 0, to: 0 }

/** Columns of a plan that the figures are about, by place. */
interface Columns {
  dates: readonly FieldSource[]
  amount: FieldSource | null
  /** Keys whose values name the customer. */
  keys: readonly number[]
  /** Columns of the store's own texts. Others may hold what few may see. */
  texts: readonly number[]
  /** All that are mapped, without those that few may see. */
  open: readonly number[]
}

/**
 * Reads the rows of a file once more. `today`: of its dry run, so that dates are read as it read them. `hidden`: ids of columns of which nothing
 * is measured, because figures are shown to readers without the right to sensitive values.
 */
export async function readCells(
  storage: Storage,
  file: StoredFile,
  plan: Plan,
  { today, hidden }: { today: string; hidden: ReadonlySet<string> },
): Promise<CellFigures> {
  const columns = columnsOf(plan, file, hidden)
  const options = {
    timeZone: 'UTC',
    today,
    dayOnly: false,
    purpose: plan.activity ? ('activity' as const) : ('any' as const),
  }
  const styleOf = (source: FieldSource) => answered(columnStyleOf(file.facts[source.column]!, options), source)
  const dates = columns.dates.map((source) => ({
    column: source.column,
    style: { ...styleOf(source), timeZone: 'UTC' },
  }))
  const amount = columns.amount && { column: columns.amount.column, style: styleOf(columns.amount) }
  const days = dates.map(() => new Map<string, Day>())
  const amounts: number[] = []
  const counts = columns.texts.map(() => new Map<string, number>())
  const kinds = columns.open.map(() => ({ empty: 0, letters: 0, digits: 0, mixed: 0 }))
  const timesBefore = repeatCounter(file.row_count ?? 0)
  let [rows, equal, totals] = [0, 0, 0]
  let satang = 0
  for await (const batch of openRows(storage, file, 0, BATCH_ROWS))
    for (const cells of batch.rows) {
      rows++
      if (timesBefore(hash('sha256', cells.join('\u001f'), 'hex')) > 0) equal++
      for (const [no, column] of columns.open.entries()) kinds[no]![kindOfCell(cells[column] ?? '')]++
      for (const [no, { column, style }] of dates.entries())
        noteDay(days[no]!, readCell('date', cells[column] ?? '', style))
      if (amount) {
        const reading = readCell('number', cells[amount.column] ?? '', amount.style)
        if ('value' in reading && typeof reading.value === 'number') {
          const paid = Math.round(reading.value * 100)
          if (amounts.length >= TOTAL_ROWS && paid === satang) totals++
          satang += paid
          amounts.push(reading.value)
        }
      }
      for (const [no, column] of columns.texts.entries()) {
        const value = (cells[column] ?? '').trim()
        const known = counts[no]!
        if (known.size <= MAX_VALUES) known.set(value, (known.get(value) ?? 0) + 1)
      }
    }
  return {
    ...daysOf(days),
    oldest: days.flatMap((found, no) => {
      const [day] = [...found.keys()].sort()
      return day === undefined ? [] : [{ column: file.columns[dates[no]!.column]!, day }]
    }),
    ...amountsOf(amount === null ? null : amounts, rows),
    // Satang, so that no order of the rows changes the sum.
    sum: amount === null ? null : satang / 100,
    totals,
    crowd:
      columns.keys.reduce((most, one) => Math.max(most, file.facts[one]!.groups?.largest ?? 0), 0) / Math.max(1, rows),
    values: counts.flatMap((known, no) => fewValues(file.columns[columns.texts[no]!]!, known, rows)),
    equal: equal / Math.max(1, rows),
    kinds: kinds.flatMap((counted, no) =>
      cellKinds.flatMap((kind) =>
        counted[kind] === 0 ? [] : [{ column: file.columns[columns.open[no]!]!, kind, rows: counted[kind] }],
      ),
    ),
  }
}

function kindOfCell(cell: string): (typeof cellKinds)[number] {
  if (isEmptyCell(cell)) return 'empty'
  if (!/\p{L}/u.test(cell)) return 'digits'
  return /\p{N}/u.test(cell) ? 'mixed' : 'letters'
}

function columnsOf({ activity, fields, keys }: Plan, { facts }: StoredFile, hidden: ReadonlySet<string>): Columns {
  const isOpen = ({ column, joined }: FieldSource) => [column, ...joined].every((one) => !hidden.has(String(one + 1)))
  const own = fields.filter((one) => one.field.column === undefined && !one.field.sensitive && isOpen(one))
  const open = [...fields.filter(({ field }) => !field.sensitive), ...(activity?.fields ?? [])].filter(isOpen)
  // The date of the activity says when each row happened; without one any date of the store's own may.
  const dates = activity ? activity.fields.slice(0, 1).filter(isOpen) : own.filter(({ field }) => field.kind === 'date')
  const numbers = [
    ...(activity?.fields.slice(1).filter((one) => one.kind === 'number' && isOpen(one)) ?? []),
    ...own.filter(({ field }) => field.kind === 'number'),
  ]
  const isMoney = ({ column }: FieldSource) => facts[column]!.amounts
  const texts = [
    ...(activity?.fields.filter((one) => one.kind === 'text' && isOpen(one)) ?? []),
    ...own.filter(({ field }) => field.kind === 'text'),
  ]
  return {
    dates,
    amount: numbers.toSorted((a, b) => isMoney(b) - isMoney(a) || b.column - a.column)[0] ?? null,
    keys: keys.map((key) => fields[key]!.column),
    texts: [...new Set(texts.map(({ column }) => column))],
    open: [...new Set(open.map(({ column }) => column))],
  }
}

function noteDay(days: Map<string, Day>, reading: ReturnType<typeof readCell>) {
  if (!('value' in reading) || reading.value === null) return
  const text = String(reading.value)
  const day = text.slice(0, DAY_LENGTH)
  const minute = text.length > DAY_LENGTH ? Number(text.slice(11, 13)) * 60 + Number(text.slice(14, 16)) : 0
  const known = days.get(day) ?? { rows: 0, timed: 0, from: minute, to: minute }
  known.rows++
  if (minute > 0) known.timed++
  known.from = Math.min(known.from, minute)
  known.to = Math.max(known.to, minute)
  days.set(day, known)
}

/** The last day of all columns, and its hours. */
function daysOf(columns: readonly ReadonlyMap<string, Day>[]) {
  const newest =
    columns
      .flatMap((days) => [...days.keys()])
      .sort()
      .at(-1) ?? null
  const { rows, timed, from, to } = columns.find((days) => days.has(newest ?? ''))?.get(newest!) ?? NO_DAY
  return { newest, hours: rows > 0 && timed >= rows * TIMED ? { from, to } : null }
}

function amountsOf(amounts: readonly number[] | null, rows: number) {
  if (amounts === null) return { low: null, unpaid: null, negative: null }
  const paid = amounts.filter((one) => one > 0).sort((a, b) => a - b)
  const twentieth = Math.floor((paid.length - 1) / 20)
  const negative = amounts.filter((one) => one < 0).length
  return {
    low: paid[twentieth] ?? null,
    unpaid: (rows - paid.length - negative) / Math.max(1, rows),
    negative: negative / Math.max(1, rows),
  }
}

function fewValues(column: string, known: ReadonlyMap<string, number>, rows: number) {
  if (rows < MIN_VALUE_ROWS || known.size > MAX_VALUES) return []
  return [...known].map(([value, count]) => ({ column, value: value.slice(0, MAX_VALUE), rows: count }))
}
