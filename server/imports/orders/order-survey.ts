import { HashIndex, hash32 } from './hash-index.ts'
import { millionths, sameSatang } from './money.ts'

/** A row as the survey sees it. */
interface SurveyRow {
  key: string
  /** By candidate column: null if the cell is empty, undefined if it cannot be read. */
  amounts: readonly (number | null | undefined)[]
  /** 2026-01-31; null if the row has none. */
  day: string | null
  /** Values that tell buyers apart, each at its place; null for an empty one. */
  buyers: readonly (string | null)[]
  /** What the line sold, to count equal lines; null if nobody counts them. */
  said: string | null
}

/** Why an order waits. */
type OrderProblem = 'order_two_buyers' | 'order_two_days' | 'order_two_totals'

const TWO_BUYERS = 1
const TWO_DAYS = 2

/** Totals of one candidate column. */
interface AmountTally {
  /** Sums of lines, in millionths. */
  sums: BigInt64Array
  /** The first total of each sign: a refund may repeat its own beside that of its order. */
  paid: BigInt64Array
  refunded: BigInt64Array
  flags: Uint8Array
  unread: number
}

const PAID = 1
const REFUNDED = 2
/** A second amount of the same sign that differs. */
const DIFFERS = 4

/** Facts of each order of a file, in typed arrays: about 80 bytes an order. */
export class OrderSurvey {
  readonly index: HashIndex
  readonly lines: Int32Array
  readonly last: Int32Array
  /** The first row with a buyer, and the first with a day; 0 if there is none. */
  readonly buyerRow: Int32Array
  readonly dayRow: Int32Array
  /** The profile that the orders decided so far belong to; 0 if none is known. */
  readonly holders: Float64Array
  readonly amounts: AmountTally[]
  repeated = 0
  firstDay: string | null = null
  lastDay: string | null = null
  private readonly days: Int32Array
  private readonly flags: Uint8Array
  private readonly buyers: Int32Array
  private readonly people: HashIndex
  private readonly said: HashIndex

  private readonly buyerPlaces: number
  private readonly keyPlaces: number

  /** `buyerPlaces`: values that tell buyers apart; the first `keyPlaces` of them find a customer. */
  constructor(rows: number, candidates: number, buyerPlaces: number, keyPlaces = buyerPlaces) {
    this.buyerPlaces = buyerPlaces
    this.keyPlaces = keyPlaces
    this.index = new HashIndex(rows)
    this.people = new HashIndex(rows)
    this.said = new HashIndex(rows)
    this.lines = new Int32Array(rows)
    this.last = new Int32Array(rows)
    this.buyerRow = new Int32Array(rows)
    this.dayRow = new Int32Array(rows)
    this.days = new Int32Array(rows)
    this.flags = new Uint8Array(rows)
    this.holders = new Float64Array(rows)
    this.buyers = new Int32Array(rows * buyerPlaces)
    this.amounts = Array.from({ length: candidates }, () => ({
      sums: new BigInt64Array(rows),
      paid: new BigInt64Array(rows),
      refunded: new BigInt64Array(rows),
      flags: new Uint8Array(rows),
      unread: 0,
    }))
  }

  get orders(): number {
    return this.index.size
  }

  get buyerCount(): number {
    return this.people.size
  }

  note(no: number, { key, amounts, day, buyers, said }: SurveyRow): void {
    const order = this.index.add(key)
    this.lines[order]!++
    this.last[order] = no
    let refund = false
    for (const [place, amount] of amounts.entries()) {
      const tally = this.amounts[place]!
      if (amount === undefined) tally.unread++
      else if (amount !== null) {
        noteAmount(tally, order, millionths(amount))
        refund ||= amount < 0
      }
    }
    this.noteBuyers(order, no, buyers)
    if (day !== null) this.noteDay(order, no, day, refund)
    if (said !== null) {
      const before = this.said.size
      this.said.add(`${key}\u001e${said}`)
      if (this.said.size === before) this.repeated++
    }
  }

  /** A line without a buyer is one of its order's buyer. */
  private noteBuyers(order: number, no: number, buyers: SurveyRow['buyers']): void {
    let named: string | undefined
    let found = false
    for (const [place, buyer] of buyers.entries()) {
      if (buyer === null) continue
      named ??= `${place} ${buyer}`
      found ||= place < this.keyPlaces
      const at = order * this.buyerPlaces + place
      const hash = hash32(buyer)
      if (this.buyers[at] === 0) this.buyers[at] = hash
      else if (this.buyers[at] !== hash) this.flags[order]! |= TWO_BUYERS
    }
    if (named === undefined) return
    this.people.add(named)
    if (found && this.buyerRow[order] === 0) this.buyerRow[order] = no
  }

  /** The day of a refund is its own. */
  private noteDay(order: number, no: number, day: string, refund: boolean): void {
    if (this.dayRow[order] === 0) this.dayRow[order] = no
    if (this.firstDay === null || day < this.firstDay) this.firstDay = day
    if (this.lastDay === null || day > this.lastDay) this.lastDay = day
    if (refund) return
    const hash = hash32(day)
    if (this.days[order] === 0) this.days[order] = hash
    else if (this.days[order] !== hash) this.flags[order]! |= TWO_DAYS
  }

  /** True if an order has lines of another day than this one; refunds have none. */
  isOfOtherDay(order: number, day: string): boolean {
    return this.days[order] !== 0 && this.days[order] !== hash32(day)
  }

  /** Returns why an order waits; null if it does not. `totals`: the amounts of the candidate repeat the total. */
  problemOf(order: number, totals: number | null): OrderProblem | null {
    if (this.flags[order]! & TWO_BUYERS) return 'order_two_buyers'
    if (this.flags[order]! & TWO_DAYS) return 'order_two_days'
    return totals !== null && this.amounts[totals]!.flags[order]! & DIFFERS ? 'order_two_totals' : null
  }

  countOf(problem: OrderProblem): number {
    const flag = problem === 'order_two_buyers' ? TWO_BUYERS : TWO_DAYS
    let found = 0
    for (let order = 0; order < this.orders; order++) if (this.flags[order]! & flag) found++
    return found
  }

  lineSum(candidate: number, order: number): bigint {
    return this.amounts[candidate]!.sums[order]!
  }

  /** The total that the lines of an order repeat, less what its refund repeats. */
  total(candidate: number, order: number): bigint {
    const { paid, refunded } = this.amounts[candidate]!
    return paid[order]! + refunded[order]!
  }

  /** True if every line of the order has the same amount. */
  repeats(candidate: number, order: number): boolean {
    const flags = this.amounts[candidate]!.flags[order]!
    return (flags & DIFFERS) === 0 && flags !== (PAID | REFUNDED) && flags !== 0
  }
}

function noteAmount(tally: AmountTally, order: number, amount: bigint): void {
  tally.sums[order]! += amount
  // Beside a total on the first line, programs write 0 on the others.
  if (amount === 0n) return
  const [totals, flag] = amount < 0n ? [tally.refunded, REFUNDED] : [tally.paid, PAID]
  if ((tally.flags[order]! & flag) === 0) {
    tally.flags[order]! |= flag
    totals[order] = amount
  } else if (!sameSatang(totals[order]!, amount)) tally.flags[order]! |= DIFFERS
}
