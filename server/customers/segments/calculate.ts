import { segmentFailedNotice } from '@ruam/contract/customers/segment-state.ts'
import { databaseNow } from '../../core/now.ts'
import { isOutage } from '../../core/sqlstate.ts'
import { type Db, inStore } from '../../database/db.ts'
import { byIndexes } from '../../database/plans.ts'
import type { JobContext, JobWorker } from '../../jobs/define.ts'
import { notify } from '../../notifications/notify.ts'
import { unexpected } from '../../work/reference.ts'
import { afterProfilesChanged } from '../changes/after-profiles-changed.ts'
import { noteOrigin } from '../changes/origin.ts'
import { dependency } from '../membership/dependencies.ts'
import { failedBefore, noteEvaluation } from '../membership/evaluations.ts'
import { isConverting, ruleFaultsIn } from '../membership/faults.ts'
import { moveMany, nobodyMoved, type Turnover } from '../membership/move-many.ts'
import { nextChange } from '../membership/next-change.ts'
import { noteDone, oneSegment, stopFollowing } from '../membership/segments.ts'
import { noteSize } from '../membership/sizes.ts'
import { normalizeRule } from '../membership/stored-rule.ts'
import { forgetTouched, markFollowersStale, touchedPeople } from '../membership/touched.ts'
import { transactionTime, writersOver } from '../membership/writers.ts'
import { compileRule } from '../rules/compile.ts'
import { ruleContext } from '../rules/context.ts'
import { type MembershipDiff, membersByRule, membershipDiff, membershipDiffOf } from './membership-diff.ts'
import { nextPendingSegment, type PendingSegment } from './order.ts'
import { publishSegment } from './publish-segment.ts'

/** The segment that is being calculated. */
export interface Cursor extends Turnover {
  label: number
  started_at: string
  /** Progress of moves, once their number is known. */
  moves?: { done: number; total: number }
}

/** People of one transaction, until whose end an edit of any of them waits. */
const ROWS = 4000
const LEAST_ROWS = 500
/** Target duration of such a transaction in milliseconds. */
const LONG_MS = 120

type Clock = (db: Db) => Promise<Date>

interface Options {
  /** The moment, where it is not that of the database's clock. */
  now?: () => Date
  rows?: number
}

/**
 * Recalculates all stale segments in order of dependency. One statement finds the profiles that move; each is evaluated again under
 * its lock. Writers evaluate the profiles they change with the same rule, so the last write is right.
 */
export const segmentCalculator =
  ({ now, rows = ROWS }: Options = {}): JobWorker<object> =>
  async (working) => {
    const { core, storeId, job, block } = working
    for (let done = job.done; ; done++) {
      const next = await inStore(core.pool, storeId, (db) => nextPendingSegment(db, storeId))
      if (!next) {
        await inStore(core.pool, storeId, (db) => forgetTouched(db, storeId))
        return undefined
      }
      const nowOf = now ? async () => now() : transactionTime
      const before = job.cursor as Cursor | null
      // Continues the count of a previous worker.
      let cursor = done === job.done && before?.label === next.id && before.started_at ? before : undefined
      await block(async (db) => {
        await publishSegment(db, storeId, next.id, 'calculating')
        cursor ??= { label: next.id, started_at: (await nowOf(db)).toISOString(), ...nobodyMoved }
        return { total: done + next.waiting, cursor }
      })
      await calculate(working, next, { nowOf, most: rows, cursor: cursor! })
    }
  }

interface Calculating {
  nowOf: Clock
  most: number
  cursor: Cursor
}

async function calculate(
  working: JobContext<object>,
  wanted: PendingSegment,
  { nowOf, most, cursor: begun }: Calculating,
): Promise<void> {
  const { core, storeId, signal, block } = working
  await writersOver(core.pool, storeId, signal)
  const found = await survey(working, wanted, nowOf)
  const { movers, broken } = found
  let size = most
  let cursor = begun
  for (let at = 0; at < movers.length; ) {
    const ids = Array.from(movers.slice(at, at + size))
    const started = performance.now()
    let reached = cursor
    await block(async (db) => {
      const { joined, left } = await moveHeld(db, storeId, wanted.id, ids, { nowOf, broken })
      const moves = { done: at + ids.length, total: movers.length }
      reached = { ...cursor, joined: cursor.joined + joined, left: cursor.left + left, moves }
      return { changed: joined + left, cursor: reached }
    })
    cursor = reached
    at += ids.length
    size = nextSize(size, most, performance.now() - started)
  }
  await block(async (db) => {
    await end(db, storeId, wanted, found, cursor)
    return { done: 1, skipped: found.error ? 1 : 0 }
  })
}

/** As many as take that long, whatever a transaction takes by itself. */
function nextSize(size: number, most: number, ms: number): number {
  const fits = Math.round(size * Math.min(2, Math.max(0.5, LONG_MS / ms)))
  return Math.min(most, Math.max(LEAST_ROWS, fits))
}

/** Result of a calculation. */
interface Survey {
  movers: MembershipDiff
  /** True if all profiles were evaluated, not only changed ones. */
  everybody: boolean
  broken: boolean
  next_at: string | null
  time_zone: string | null
  /** Error that prevented the result. */
  error: ReturnType<typeof unexpected> | null
  now: Date
}

const nothing = { movers: [], everybody: true, broken: false, next_at: null, time_zone: null, error: null }

async function survey(
  { core, storeId, signal }: JobContext<object>,
  { id }: PendingSegment,
  nowOf: Clock,
): Promise<Survey> {
  try {
    return await inStore(core.pool, storeId, async (db) => {
      const now = await nowOf(db)
      const segment = await oneSegment(db, storeId, id)
      if (!segment) return { ...nothing, now }
      const { rule, auto_apply } = segment
      const whole = normalizeRule(rule)
      const context = await ruleContext(db, storeId, [whole], now)
      const faults = ruleFaultsIn(rule, context)
      const time_zone = context.timeZone
      if (isConverting(faults, context)) return { ...nothing, time_zone, now }
      const broken = faults.length > 0
      const touched = broken ? undefined : await touchedPeople(db, storeId, id, now)
      const movers = broken
        ? await membersByRule(db, storeId, id)
        : touched
          ? await membershipDiffOf(db, storeId, id, compileRule(whole, context), touched)
          : await membershipDiff(db, context, id, rule)
      const next_at = auto_apply && !broken ? await nextChange(db, rule, context) : null
      return { ...nothing, movers, everybody: !touched, broken, next_at, time_zone, now }
    })
  } catch (error) {
    if (signal.aborted || isOutage(error)) throw error
    return { ...nothing, error: unexpected(error), now: new Date(databaseNow()) }
  }
}

/** Evaluates locked profiles again, and moves those that still differ. */
async function moveHeld(
  db: Db,
  storeId: number,
  id: number,
  ids: readonly number[],
  how: { nowOf: Clock; broken: boolean },
): Promise<Turnover> {
  await byIndexes(db)
  await noteOrigin(db, 'calculation')
  const moved = await moveMany(db, storeId, ids, id, how)
  const { joined, left } = moved
  if (joined + left === 0) return moved
  await afterProfilesChanged(db, storeId, 'user', { labels: { [id]: joined - left } })
  await markFollowersStale(db, storeId, [dependency.label(id)], ids)
  return moved
}

/** Records the result of a calculation. Segments marked as stale meanwhile stay stale. */
async function end(
  db: Db,
  storeId: number,
  { id, wanted }: PendingSegment,
  found: Survey,
  { started_at, joined, left }: Cursor,
): Promise<void> {
  const { error, next_at, time_zone, now } = found
  if (found.broken) await stopBroken(db, storeId, id)
  await noteDone(db, storeId, id, { done: wanted, error, next_at, time_zone, now })
  if (!error) await noteSize(db, storeId, id, now)
  const { everybody } = found
  if (error && !(await failedBefore(db, storeId, id)))
    await notify(db, storeId, segmentFailedNotice, { ending: 'failed', data: { label_id: id } })
  await noteEvaluation(db, storeId, id, { started_at, joined, gone: left, everybody, failed: error !== null })
  await publishSegment(db, storeId, id, error ? 'failed' : found.broken ? 'broken' : 'fresh')
}

/** Stops following a broken rule, unless it was repaired meanwhile. */
async function stopBroken(db: Db, storeId: number, id: number): Promise<void> {
  const segment = await oneSegment(db, storeId, id)
  if (!segment?.auto_apply) return
  const whole = normalizeRule(segment.rule)
  if (ruleFaultsIn(segment.rule, await ruleContext(db, storeId, [whole])).length > 0)
    await stopFollowing(db, storeId, [id])
}
