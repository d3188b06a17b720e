import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { EFFECT_DAYS } from '@ruam/contract/broadcasts/effect.ts'
import type { Answer } from '@ruam/contract/platform/endpoint.ts'
import { databaseNow } from '../../core/now.ts'
import { purchasesOf } from '../../customers/fields/amount-field.ts'
import type { Db } from '../../database/db.ts'
import type { BroadcastRow } from '../records/queries.ts'
import { settingsOf } from '../settings/queries.ts'
import { difference, expectedBuyers, MIN_BUYERS, peopleNeeded, type Range, rangeOf } from './estimate.ts'
import { type Groups, groupsOf, type MeasuredGroup, windowOf } from './groups.ts'
import { shareDifference } from './shares.ts'

type Effect = Answer<typeof broadcasts.effect>

/** Returns what a broadcast added to the purchases of those who were drawn to receive it, as it is known now. */
export async function effectOf(db: Db, storeId: number, row: BroadcastRow): Promise<Effect> {
  const base = await costOf(db, storeId, row.accepted * row.per_person)
  if (row.started_at === null || row.accepted + row.unknown === 0) return withoutEffect(base, 'not_sent')
  const purchases = await purchasesOf(db, storeId)
  if (!purchases) return withoutEffect(base, 'no_amounts')
  const groups = await groupsOf(db, storeId, row, purchases)
  if (!groups) return withoutEffect(base, 'not_drawn')
  const { until, isOver } = windowOf(row)
  const days = daysOf(row.started_at, until)
  return compared(base, groups, { from: row.started_at, until, days, isOver, hasEnded: row.measure_ended_at !== null })
}

type Base = Pick<Effect, 'as_of' | 'cost'>

/** Returns when an effect is counted, with the price of the messages. */
export async function costOf(db: Db, storeId: number, messages: number): Promise<Base> {
  const { price } = await settingsOf(db, storeId)
  return {
    as_of: new Date(databaseNow()).toISOString(),
    cost: { messages, baht: price === null ? null : price * messages },
  }
}

export const withoutEffect = (base: Base, reason: NonNullable<Effect['without']>): Effect => ({
  ...base,
  state: 'without',
  without: reason,
  from: null,
  until: null,
  figures: null,
})

interface Period {
  from: string
  until: string
  /** Days that have begun for the first people. */
  days: number
  /** True once the days of everyone counted are over. */
  isOver: boolean
  /** True if messages to the held-out people ended it before. */
  hasEnded: boolean
}

/** Returns the comparison of two groups. */
export function compared(
  base: Base,
  { treated, held_out, deleted, merged }: Groups,
  { from, until, days, isOver, hasEnded }: Period,
): Effect {
  const estimate = difference(treated, held_out)
  const isClear = isOver && expectedBuyers(treated, held_out) >= MIN_BUYERS
  const range = isClear ? rangeOf(estimate) : null
  const buyers = shareDifference(buyersIn(treated), buyersIn(held_out))
  return {
    ...base,
    state: isOver ? verdictOf(range) : hasEnded ? 'ended' : 'measuring',
    without: null,
    from,
    until,
    figures: {
      treated: armOf(treated),
      held_out: armOf(held_out),
      difference: estimate.value,
      range,
      buyers: { difference: buyers.value, range: isClear ? { from: buyers.from, to: buyers.to } : null },
      days: cumulative(treated, held_out, days),
      lost_otherwise: (held_out.lost / held_out.people) * treated.people,
      needed: neededFor(treated, held_out),
      left: { deleted, merged },
    },
  }
}

/** Returns what the range of a difference says: nothing if it holds 0. */
export function verdictOf(range: Range | null): 'few_buyers' | 'unclear' | 'more' | 'less' {
  if (range === null) return 'few_buyers'
  if (range.from > 0) return 'more'
  return range.to < 0 ? 'less' : 'unclear'
}

const armOf = ({ people, buyers, amount, mean, lost }: MeasuredGroup) => ({ people, buyers, amount, mean, lost })

const buyersIn = ({ people, buyers }: MeasuredGroup) => ({ people, part: buyers })

/** Days that have begun: from 1 to 14. */
const daysOf = (from: string, until: string) =>
  Math.max(1, Math.min(Math.ceil((Date.parse(until) - Date.parse(from)) / 86_400_000), EFFECT_DAYS))

/** Returns what each group had bought per person at the end of each day. */
function cumulative(treated: MeasuredGroup, held_out: MeasuredGroup, days: number) {
  const sums = { treated: 0, held_out: 0 }
  return Array.from({ length: days }, (_, day) => {
    sums.treated += treated.days[day] ?? 0
    sums.held_out += held_out.days[day] ?? 0
    return { treated: sums.treated / treated.people, held_out: sums.held_out / held_out.people }
  })
}

/** Returns the people needed for three round differences: about a quarter, an eighth and a sixteenth of what a person buys. */
function neededFor(treated: MeasuredGroup, held_out: MeasuredGroup) {
  const quarter = Math.max(treated.mean, held_out.mean) / 4
  if (!(quarter > 0)) return []
  const share = held_out.people / (treated.people + held_out.people)
  return [1, 2, 4].flatMap((part) => {
    const found = roundDown(quarter) / part
    const people = peopleNeeded(treated, held_out, found, share)
    const atHalf = peopleNeeded(treated, held_out, found, 0.5)
    return people === null || atHalf === null ? [] : { difference: found, people, people_at_half: atHalf }
  })
}

/** Returns the largest of 1, 2 and 5 times a power of ten that is not above a number. */
function roundDown(number: number): number {
  const power = 10 ** Math.floor(Math.log10(number))
  return power * ([5, 2].find((step) => step * power <= number) ?? 1)
}
