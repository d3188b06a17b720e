import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { Understood } from '@ruam/contract/imports/understood.ts'
import { isActivityRow } from '../data-sources/targets.ts'
import { decimalOf, millionths } from '../orders/money.ts'
import { type KeyColumns, numberOfKey, orderKey } from '../orders/order-key.ts'
import { OrderSurvey } from '../orders/order-survey.ts'
import type { ReadRow } from '../run/decided-rows.ts'
import type { Who } from './people.ts'

type View = NonNullable<Understood['purchases']>
type Way = View['ways'][number]['way']

/** Orders that are shown with their lines. */
const SHOWN = 20
const FIRST = 3
/** Share of orders of several lines whose amounts must be equal for a total to be possible. */
const MOST = 0.5

interface Line {
  row: number
  items: string
  amount: bigint | null
  buyer: string
  day: string | null
}

/** Counts the purchases of a file in each way they can be meant. */
export class Purchases {
  /** Columns of order numbers; null if the mapping has none. */
  readonly order: KeyColumns | null
  readonly #lines: MappingBody['lines']
  readonly #column: string
  readonly #amount: number
  readonly #dayOf: (at: string) => string
  readonly #items: number
  readonly #survey: OrderSurvey
  readonly #orders = new Map<string, Line[]>()
  /** Orders of which a row has a key. */
  readonly #known = new Set<string>()
  /** Rows, and purchases without an order number, by year. */
  readonly #rowYears = new Map<number, number>()
  readonly #aloneYears = new Map<number, number>()
  readonly #first: View['first'] = []
  readonly #rows = { count: 0, sum: 0n }
  /** Purchases without an order number. */
  readonly #alone = { count: 0, sum: 0n, coming: 0, comingSum: 0n }
  readonly #comingRows = { count: 0, sum: 0n }
  #keyless = 0n
  #firstDay: string | null = null
  #lastDay: string | null = null

  constructor(
    body: MappingBody,
    { amount, orderNumber }: { amount: number; orderNumber: number | null },
    rows: number,
    dayOf: (at: string) => string,
  ) {
    this.#amount = amount
    this.#dayOf = dayOf
    const columnOf = (field: number | null) =>
      body.mapping.find((row) => isActivityRow(row) && row.destination_id === field)?.source_schema_id
    const numbers = body.lines?.order_column ?? columnOf(orderNumber)
    const branch = body.lines?.branch_column ?? null
    this.order =
      numbers === undefined ? null : { order: Number(numbers) - 1, branch: branch === null ? null : Number(branch) - 1 }
    this.#lines = body.lines
    this.#column = columnOf(amount) ?? body.lines?.line_amount ?? body.lines?.order_total ?? ''
    this.#items = Number(body.lines?.item_column ?? 0) - 1
    this.#survey = new OrderSurvey(rows, 1, 1)
  }

  /** Amounts of rows without a key. */
  get keylessSum(): string {
    return decimalOf(this.#keyless)
  }

  note(no: number, cells: readonly string[], row: ReadRow, who: Who): void {
    const activity = 'values' in row ? row.activity : null
    const value = activity?.fields[this.#amount]
    const amount = typeof value === 'number' ? millionths(value) : null
    const sum = amount ?? 0n
    if (who.keys.length === 0) this.#keyless += sum
    if (!activity) return
    const day = this.#dayOf(activity.at)
    if (this.#firstDay === null || day < this.#firstDay) this.#firstDay = day
    if (this.#lastDay === null || day > this.#lastDay) this.#lastDay = day
    noteYear(this.#rowYears, day)
    this.#rows.count++
    this.#rows.sum += sum
    if (who.keys.length > 0) {
      this.#comingRows.count++
      this.#comingRows.sum += sum
    }
    if (this.#first.length < FIRST) this.#first.push({ day, buyer: who.name || who.keyText, amount: decimalOf(sum) })
    const key = this.order && orderKey(cells, this.order)
    if (key === null) {
      noteYear(this.#aloneYears, day)
      this.#alone.count++
      this.#alone.sum += sum
      if (who.keys.length > 0) {
        this.#alone.coming++
        this.#alone.comingSum += sum
      }
      return
    }
    const before = this.#orders.get(key) ?? []
    if (before.length === 0) this.#orders.set(key, before)
    before.push({ row: no, items: cells[this.#items] ?? '', amount, buyer: who.name || who.keyText, day })
    if (who.keys.length > 0) this.#known.add(key)
    this.#survey.note(no, {
      ...{ key, day, said: null },
      amounts: [typeof value === 'number' ? value : null],
      buyers: [who.keys[0] ?? null],
    })
  }

  /** An order counts in the year of its first row. */
  #yearsOf(way: Way): ReadonlyMap<number, number> {
    if (way === 'rows') return this.#rowYears
    const years = new Map(this.#aloneYears)
    for (const [one] of this.#orders.values()) if (one?.day) noteYear(years, one.day)
    return years
  }

  view(): View {
    const way = this.#lines === null ? 'rows' : this.#lines.order_total === null ? 'lines' : 'totals'
    const repeated = [...this.#orders.values()].filter((lines) => lines.length > 1).length
    const ways = repeated > 0 ? (['rows', 'lines', 'totals'] as const) : (['rows'] as const)
    const now = this.#figures(way)
    return {
      ...figures(now),
      first_day: this.#firstDay,
      last_day: this.#lastDay,
      years: [...this.#yearsOf(way)].toSorted(([a], [b]) => a - b).map(([year, count]) => ({ year, count })),
      coming: figures(now.coming),
      waiting: { ...figures(now.waiting), rows: now.waiting.rows },
      order_column: this.order === null ? null : String(this.order.order + 1),
      amount_column: this.#column,
      repeated,
      ways: ways.map((one) => this.#wayOf(one)),
      first: this.#first,
      orders: way === 'rows' ? [] : this.#shown(way),
      order_count: this.#orders.size,
    }
  }

  #wayOf(way: Way): View['ways'][number] {
    const { waiting, ...sum } = this.#figures(way)
    return {
      way,
      ...figures(sum),
      waiting: figures({ count: waiting.rows, sum: waiting.sum }),
      possible: way !== 'totals' || this.#repeatTotals(),
    }
  }

  #figures(way: Way) {
    const waiting = { count: 0, sum: 0n, rows: 0 }
    if (way === 'rows') return { ...this.#rows, coming: this.#comingRows, waiting }
    const all = { count: this.#alone.count, sum: this.#alone.sum }
    const coming = { count: this.#alone.coming, sum: this.#alone.comingSum }
    for (const [key, lines] of this.#orders) {
      const { sum, waits } = this.#orderOf(way, key)
      all.count++
      all.sum += sum
      if (waits) {
        waiting.count++
        waiting.sum += sum
        waiting.rows += lines.length
      } else if (this.#known.has(key)) {
        coming.count++
        coming.sum += sum
      }
    }
    return { ...all, coming, waiting }
  }

  #orderOf(way: Way, key: string) {
    const order = this.#survey.index.add(key)
    const sum = way === 'totals' ? this.#survey.total(0, order) : this.#survey.lineSum(0, order)
    return { sum, waits: this.#survey.problemOf(order, way === 'totals' ? 0 : null) }
  }

  #repeatTotals(): boolean {
    const several = [...this.#orders].filter(([, lines]) => lines.length > 1)
    const equal = several.filter(([key]) => this.#survey.repeats(0, this.#survey.index.add(key)))
    return equal.length >= several.length * MOST
  }

  #shown(way: Way): View['orders'] {
    const all = [...this.#orders].map(([key, lines]) => ({ key, lines, ...this.#orderOf(way, key) }))
    const chosen = [
      ...all.filter(({ waits }) => waits),
      ...all.filter(({ waits, lines }) => !waits && lines.length > 1),
    ]
    return chosen.slice(0, SHOWN).map(({ key, lines, sum, waits }) => {
      const [one] = lines
      const several = lines.some(({ buyer }) => buyer !== '' && buyer !== one!.buyer)
      return {
        number: numberOfKey(key),
        day: one!.day,
        buyer: one!.buyer,
        sum: decimalOf(sum),
        waits: waits && waitsBy[waits],
        lines: lines.map(({ row, items, amount, buyer }) => ({
          ...{ row, items, amount: amount === null ? null : decimalOf(amount) },
          buyer: several ? buyer : null,
        })),
      }
    })
  }
}

function noteYear(years: Map<number, number>, day: string): void {
  const year = Number(day.slice(0, 4))
  years.set(year, (years.get(year) ?? 0) + 1)
}

const waitsBy = { order_two_buyers: 'two_buyers', order_two_days: 'two_days', order_two_totals: 'two_totals' } as const

const figures = ({ count, sum }: { count: number; sum: bigint }) => ({ count, sum: decimalOf(sum) })
