import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { addDays, type Clock } from '../../customers/rules/days.ts'
import { leavesOf } from '../../customers/rules/leaves-of.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import { dateCandidates } from '../engine/date-candidates.ts'
import { dueRuns } from '../engine/due-runs.ts'
import { enter } from '../engine/enter.ts'
import { dateInstants } from '../engine/flow.ts'
import { contextAt } from '../engine/matching.ts'
import { takeSteps } from '../engine/take-steps.ts'
import type { Due } from '../records/world.ts'
import { candidatesOf } from '../work/candidates.ts'
import type { Change } from '../work/read-changes.ts'
import { applyEvents, type PastEvent } from './apply-events.ts'
import { followTouched } from './memberships.ts'
import type { PastWorld, Touched } from './past-world.ts'
import type { PastQuota } from './quota.ts'
import { type Turning, turningAtDay, turningAtHour, turnsHourly } from './turns.ts'

// A day passes in rounds: each customer's next event or due step, of all customers at once. Within a day customers do not depend on each other,
// except by the quota: the day on which it ends is done again in the order of time.

/** Events of a customer within this time are taken for one transaction: the past keeps times alone. */
const TOGETHER_US = 100_000

/** Runs of one reading. */
const MOST_DUE = 50_000
/** Rounds of a day beyond which automations start each other without an end: a customer has few events and steps a day. */
const MOST_ROUNDS = 3000
/** The same of a day that passes one instant after the other. */
const MOST_INSTANTS = 500_000

/** Microseconds since 1970 of an instant as PostgreSQL writes it. */
function microsOf(instant: string): number {
  const [, fraction = ''] = /\.(\d+)/.exec(instant) ?? []
  return Math.floor(Date.parse(instant) / 1000) * 1_000_000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}

const instantOf = (us: number) => {
  const ms = Math.floor(us / 1000)
  return new Date(ms).toISOString().replace('Z', `${String(us - ms * 1000).padStart(3, '0')}Z`)
}

/** Moves the world through a day of the store, from midnight to midnight. */
export async function passDay(past: PastWorld, quota: PastQuota, day: string): Promise<void> {
  const { db } = past.world
  const undoQuota = quota.save()
  const resumed = new Map(past.resumed)
  await sql`savepoint day`.execute(db)
  await passDayOnce(past, day, { inOrder: false })
  if (quota.endMet()) {
    await sql`rollback to savepoint day`.execute(db)
    undoQuota()
    past.resumed = resumed
    await passDayOnce(past, day, { inOrder: true })
    quota.endMet()
  }
  await sql`release savepoint day`.execute(db)
}

interface How {
  /** Strictly by time, one instant after the other. */
  inOrder: boolean
}

async function passDayOnce(past: PastWorld, day: string, how: How): Promise<void> {
  const { timeZone } = past.world
  past.today = day
  past.isLate = false
  past.touched = []
  past.made = []
  const [begins, ends] = [new Date(dayBegins(day, timeZone)), new Date(dayBegins(addDays(day, 1), timeZone))]
  await turnDay(past, begins)
  const queue = await eventsBetween(past, begins, ends)
  const stops = stopsOf(past, begins, ends)
  for (const [index, stop] of stops.entries()) {
    await passTo(past, queue, microsOf(stop.at.toISOString()), how)
    if (stop.hour) await turnHour(past, stops[index - 1]?.at ?? begins, stop.at)
    for (const { version, day: meant } of stop.dates) {
      const { trigger } = version.definition
      if (trigger?.kind !== 'date') continue
      const candidates = await dateCandidates(past.world, trigger, { at: stop.at, day: meant })
      if (candidates.length > 0) await enter(past.world, version, candidates)
    }
  }
  await passTo(past, queue, microsOf(ends.toISOString()), how)
}

interface Stop {
  at: Date
  hour: boolean
  dates: { version: PastWorld['scope']['versions'][number]; day: string }[]
}

/** Instants of a day at which something concerns everybody: those of date triggers, and full hours if a rule counts hours. */
function stopsOf({ world, scope }: PastWorld, begins: Date, ends: Date): Stop[] {
  const stops = new Map<number, Stop>()
  const stopAt = (at: Date) => {
    const stop = stops.get(at.getTime()) ?? { at, hour: false, dates: [] }
    stops.set(at.getTime(), stop)
    return stop
  }
  const hourly = scope.segments.some(({ rule }) => leavesOf(rule).some((leaf) => turnsHourly(leaf.rule)))
  const hour = 3_600_000
  if (hourly)
    for (let at = Math.ceil((begins.getTime() + 1) / hour) * hour; at < ends.getTime(); at += hour)
      stopAt(new Date(at)).hour = true
  for (const version of scope.versions) {
    const { trigger } = version.definition
    if (trigger?.kind !== 'date') continue
    // An instant at midnight belongs to the day that begins with it.
    const span = { after: new Date(begins.getTime() - 1), upTo: new Date(ends.getTime() - 1) }
    for (const { at, day } of dateInstants(trigger, world.timeZone, span)) stopAt(at).dates.push({ version, day })
  }
  return [...stops.values()].sort((one, two) => one.at.getTime() - two.at.getTime())
}

async function eventsBetween({ world }: PastWorld, from: Date, to: Date): Promise<Map<number, PastEvent[]>> {
  const { rows } = await sql<PastEvent>`
    select nth, profile_id, at, (extract(epoch from at) * 1000000)::bigint as us, kind, ref, data, origin from past_event
    where at >= ${from.toISOString()}::timestamptz and at < ${to.toISOString()}::timestamptz order by at, nth`.execute(
    world.db,
  )
  return Map.groupBy(rows, ({ profile_id }) => profile_id)
}

/** Does what is before an instant. Events go before steps of the same instant. */
async function passTo(
  past: PastWorld,
  queue: Map<number, PastEvent[]>,
  until: number,
  { inOrder }: How,
): Promise<void> {
  const begins = dayBegins(past.today, past.world.timeZone)
  for (let round = 0; ; round++) {
    if (round > (inOrder ? MOST_INSTANTS : MOST_ROUNDS)) throw new ApiError('rehearsal_endless')
    // All steps of earlier days are done, but for those of customers whose restriction was lifted today.
    const from = past.isLate ? '-infinity' : begins
    const due = await dueRuns(past.world, { upTo: instantOf(until - 1), most: MOST_DUE, from })
    const next = new Map<number, { us: number; due?: Due }>()
    for (const [id, [first]] of queue) if (first!.us < until) next.set(id, { us: first!.us })
    for (const one of due.map((late) => atTurn(past, late))) {
      const us = microsOf(one.at)
      const other = next.get(one.profile_id)
      if (!other || us < other.us) next.set(one.profile_id, { us, due: one })
    }
    if (next.size === 0) return
    const chosen = inOrder ? earliest(next) : [...next]
    const events = chosen.flatMap(([id, one]) => (one.due ? [] : takeTogether(queue, id, until)))
    const steps = chosen.flatMap(([, one]) => one.due ?? [])
    if (events.length > 0) {
      const { touched, changes } = await applyEvents(past, events)
      await follow(past, touched, changes)
    }
    if (steps.length > 0) {
      await takeSteps(past.world, steps)
      const { touched, made } = past
      past.touched = []
      past.made = []
      if (touched.length > 0) await follow(past, merged(touched), made)
    }
  }
}

/** A run that waited for the end of a restriction is taken then. */
function atTurn({ resumed }: PastWorld, due: Due): Due {
  const from = resumed.get(due.profile_id)
  return from !== undefined && microsOf(from) > microsOf(due.due_at) ? { ...due, at: from } : due
}

function earliest<T extends { us: number }>(next: ReadonlyMap<number, T>): [number, T][] {
  const first = Math.min(...[...next.values()].map(({ us }) => us))
  return [...next].filter(([, { us }]) => us === first)
}

/** Takes a customer's next events out of the queue: those of one transaction are one. */
function takeTogether(queue: Map<number, PastEvent[]>, id: number, until: number): PastEvent[] {
  const own = queue.get(id)!
  const last = Math.min(own[0]!.us + TOGETHER_US, until - 1)
  const count = own.findIndex(({ us }) => us > last)
  const taken = count === -1 ? own : own.slice(0, count)
  if (count === -1) queue.delete(id)
  else queue.set(id, own.slice(count))
  return taken
}

const merged = (touched: readonly Touched[]): Touched[] =>
  [...Map.groupBy(touched, ({ profile_id }) => profile_id)].map(([, own]) => ({
    ...own[0]!,
    keys: own.flatMap(({ keys }) => keys),
  }))

/** Has segments and automations follow changes of customers. */
async function follow(past: PastWorld, touched: readonly Touched[], others: readonly Change[]): Promise<void> {
  const changes = [...(await followTouched(past, touched)), ...others]
  if (changes.length === 0) return
  for (const version of past.scope.versions) {
    const candidates = await candidatesOf(past.world, version, changes)
    if (candidates.length > 0) await enter(past.world, version, candidates)
  }
}

/** Evaluates customers for whom a rule changes because the day begins. */
async function turnDay(past: PastWorld, at: Date): Promise<void> {
  const clock = (today: string): Clock => ({ now: at, timeZone: past.world.timeZone, today })
  const turn = { before: clock(addDays(past.today, -1)), now: clock(past.today) }
  await turnBy(past, at, (rule, context) => turningAtDay(rule, turn, context))
}

const turnHour = (past: PastWorld, after: Date, at: Date) =>
  turnBy(past, at, (rule, context) => turningAtHour(rule, { after, at }, context))

async function turnBy(
  past: PastWorld,
  at: Date,
  turning: (
    ...of: Parameters<typeof turningAtHour> extends [infer R, unknown, infer C] ? [rule: R, context: C] : never
  ) => Turning,
): Promise<void> {
  const { world, scope } = past
  const keys = new Map<number, string[]>()
  for (const segment of scope.segments) {
    const context = await contextAt(world, segment.rule, past.today)
    const found = leavesOf(segment.rule).flatMap(({ rule }) => turning(rule, context) ?? [])
    if (found.length === 0) continue
    const ids = found.includes('all')
      ? sql`select id from profile where store_id = ${world.storeId}`
      : sql.join(found as Exclude<Turning, 'all' | null>[], sql` union `)
    const { rows } = await sql<{ id: number }>`${ids}`.execute(world.db)
    for (const { id } of rows) keys.set(id, [...(keys.get(id) ?? []), `turn:${segment.id}`])
  }
  const touched = [...keys].map(([profile_id, own]) => ({ profile_id, at: at.toISOString(), keys: own, origin: null }))
  if (touched.length > 0) await follow(past, touched, [])
}
