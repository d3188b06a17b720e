import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { dateCandidates } from '../engine/date-candidates.ts'
import { enter } from '../engine/enter.ts'
import { dateInstants } from '../engine/flow.ts'
import type { Candidate, World } from '../records/world.ts'
import { type AtWork, automationsAtWork } from './at-work.ts'
import type { Work } from './work.ts'

const DAY_MS = 86_400_000

/** Customers who enter in one transaction. */
const ENTRANTS = 2500

/** Days ahead in which the next instant of a date trigger lies, also where the clocks skip it. */
const AHEAD = 3

/** An instant of a date trigger that was not done, with the customers who enter at it. */
interface Instant {
  automation: AtWork
  at: string
  candidates: Candidate[]
}

/**
 * Enters the customers of all date triggers whose instants have come. What a stopped worker missed is done if it is at most a day old, and
 * what a clock that was set back repeats is not done again.
 */
export async function enterByDates({ transaction }: Work): Promise<void> {
  for (;;) {
    const instant = await transaction(async (world, now) => {
      for (const automation of await automationsAtWork(world.db, world.storeId)) {
        const found = await nextInstant(world, automation, new Date(now))
        if (found) return found
        if (automation.looks_at === null || Date.parse(automation.looks_at) <= Date.parse(now))
          await lookAgain(world, automation, new Date(now))
      }
      return undefined
    })
    if (!instant) return
    for (let from = 0; from < instant.candidates.length; from += ENTRANTS) {
      const isActive = await transaction(async (world) => enterSome(world, instant, from))
      if (!isActive) return
    }
    await transaction(({ db, storeId }) => noteDone(db, storeId, instant))
  }
}

async function nextInstant(world: World, automation: AtWork, now: Date): Promise<Instant | undefined> {
  const { trigger } = automation.definition
  if (trigger?.kind !== 'date') return undefined
  const after = new Date(Math.max(Date.parse(automation.dates_done_to), now.getTime() - DAY_MS))
  const [first] = dateInstants(trigger, world.timeZone, { after, upTo: now })
  if (!first) return undefined
  return { automation, at: first.at.toISOString(), candidates: await dateCandidates(world, trigger, first) }
}

/** Returns false if the automation, or its version, is no longer at work. */
async function enterSome(world: World, { automation, candidates }: Instant, from: number): Promise<boolean> {
  const { automation_id, version } = automation
  const all = await automationsAtWork(world.db, world.storeId)
  const found = all.find((one) => one.automation_id === automation_id && one.version === version)
  if (found) await enter(world, found, candidates.slice(from, from + ENTRANTS))
  return found !== undefined
}

async function noteDone(db: Db, storeId: number, { automation, at }: Instant): Promise<void> {
  await sql`update automation set dates_done_to = ${at}::timestamptz
    where store_id = ${storeId} and id = ${automation.automation_id} and version = ${automation.version} and status = 'active'
      and dates_done_to < ${at}::timestamptz`.execute(db)
}

/** Notes when time alone lets customers enter next. */
async function lookAgain({ db, storeId, timeZone }: World, { automation_id, definition }: AtWork, now: Date) {
  const { trigger } = definition
  const upTo = new Date(now.getTime() + AHEAD * DAY_MS)
  const [next] = trigger?.kind === 'date' ? dateInstants(trigger, timeZone, { after: now, upTo }) : []
  await sql`update automation set looks_at = ${next?.at.toISOString() ?? 'infinity'}::timestamptz
    where store_id = ${storeId} and id = ${automation_id}`.execute(db)
}
