import { sql } from 'kysely'
import type pg from 'pg'
import { inStore } from '../../database/db.ts'
import type { EventRow } from '../changes/events.ts'
import { customersOf } from './coalesce.ts'
import { type Page, type Place, untried } from './page.ts'
import type { Posted } from './post.ts'
import { type Delivery, noteDeliveries, pauseWebhook, unmark } from './queries.ts'
import { forgetWaiting, keyOf, noteWaiting } from './waiting.ts'

/** Days of failures of one event after which a webhook is paused. */
const PATIENCE_DAYS = 3
/** Seconds until the first retry, doubled by each further failure up to the most. */
const RETRY_SECONDS = { first: 1, most: 3 * 3600 }
/** Status by which a receiver says that it has ended. */
const GONE = 410

/** An event that was sent. */
export interface Sent {
  id: string
  done: boolean
  posted: Posted
}

export interface Outcome {
  /** For each row of the page the event that delivers it; undefined if it was left out. */
  sent: (Sent | undefined)[]
  again: (Sent | undefined)[]
  /** True if the receiver is left alone for a while. */
  isAway: boolean
}

const secondsUntilRetry = (failures: number): number =>
  Math.min(RETRY_SECONDS.first * 2 ** Math.min(failures, 20), RETRY_SECONDS.most) * (0.8 + Math.random() * 0.4)

/** Notes deliveries, how far the webhook came, which events wait, and when they are tried again. */
export async function noteSent(
  pool: pg.Pool,
  storeId: number,
  webhookId: number,
  page: Page,
  { sent, again, isAway }: Outcome,
): Promise<void> {
  const all = [...sent, ...again]
  const isWorking = all.some((one) => one?.done)
  const isFailure = all.some((one) => one?.done === false)
  const isGone = all.some((one) => one?.posted.status === GONE)
  const { left, reached } = leftOf(page, sent, isAway && !isWorking)
  const first = left[0]?.row
  const place: Place = first ? { position: first.position, nth: first.nth - 1 } : reached
  await inStore(pool, storeId, async (db) => {
    const now = await db
      .selectFrom('webhook')
      .select(['epoch', 'position', 'nth', 'status'])
      .where('store_id', '=', storeId)
      .where('id', '=', webhookId)
      .forUpdate()
      .executeTakeFirst()
    // It was deleted meanwhile.
    if (!now) return
    await noteDeliveries(db, storeId, webhookId, deliveriesOf(page, sent, again))
    await unmark(
      db,
      storeId,
      page.again.flatMap(({ mark }, n) => (again[n] ? mark : [])),
    )
    // A worker that was paused and lost its lease takes nothing back.
    const { epoch, start } = page
    if (now.epoch !== epoch || now.position !== start.position || now.nth !== start.nth || now.status !== 'active')
      return
    if (page.waiting.length > 0)
      await forgetWaiting(
        db,
        storeId,
        webhookId,
        left.map(({ row: { id, nth } }) => ({ change_id: id, nth })),
      )
    await noteWaiting(
      db,
      storeId,
      webhookId,
      left.flatMap(({ row: { id, nth }, change }) => (change ? { change_id: id, nth, ...change } : [])),
    )
    const row = await db
      .updateTable('webhook')
      .set({ ...place, ...(first ? { reached_position: reached.position, reached_nth: reached.nth } : untried) })
      .set({
        failing_since: sql<string | null>`(select min(failing_since) from webhook_waiting
          where store_id = ${storeId} and webhook_id = ${webhookId})`,
        ...(isWorking ? { failures: 0 } : isAway && { failures: page.failures + 1 }),
        ...(isAway && {
          next_at: sql<string>`clock_timestamp() + make_interval(secs => ${secondsUntilRetry(isWorking ? 0 : page.failures)})`,
        }),
      })
      .where('store_id', '=', storeId)
      .where('id', '=', webhookId)
      .returning(sql<boolean>`failing_since < now() - make_interval(days => ${PATIENCE_DAYS})`.as('over'))
      .executeTakeFirstOrThrow()
    if (isGone || (isFailure && row.over)) await pauseWebhook(db, storeId, webhookId, isGone ? 'gone' : 'failing')
  })
}

interface Left {
  row: EventRow
  /** Undefined if it waits as before. */
  change: { failures: number; failed: boolean; seconds: number } | undefined
}

/** Returns the events that wait from now on, in order, and how far the page was tried. */
function leftOf(
  { rows, waiting, middle, end }: Page,
  sent: readonly (Sent | undefined)[],
  isAlone: boolean,
): { left: Left[]; reached: Place } {
  const known = new Map(waiting.map((one) => [keyOf(one), one]))
  /** Seconds until the next attempt of what a customer's events wait for. */
  const blocked = new Map<number, number>()
  const tried = sent.findLastIndex((one) => one !== undefined)
  let isCut = false
  const left = rows.flatMap((row, n): (Left & { n: number })[] => {
    const one = sent[n]
    if (one?.done) return []
    const before = known.get(keyOf({ change_id: row.id, nth: row.nth }))
    const failures = before?.failures ?? 0
    const customers = customersOf(row)
    const waits = customers.flatMap((customer) => blocked.get(customer) ?? [])
    let seconds = Math.max(0, ...waits)
    let change: Left['change']
    // While the receiver is away, the webhook waits as a whole.
    if (one && isAlone) change = { failures, failed: true, seconds: 0 }
    else if (one) {
      seconds = secondsUntilRetry(failures)
      change = { failures: failures + 1, failed: true, seconds }
    } else if (before && !before.is_due) seconds = Math.max(seconds, before.seconds)
    else if (waits.length > 0 || !before) change = { failures, failed: false, seconds }
    // Left out though nothing of its customers waits: the time was over, or the receiver away.
    if (!one && waits.length === 0 && !before && n > tried) isCut = true
    for (const customer of customers) blocked.set(customer, seconds)
    return [{ row, change, n }]
  })
  if (!isCut) return { left, reached: end }
  // The next page begins behind the last event that was tried.
  const last = Math.max(tried, waiting.length - 1)
  const { position, nth } = last < waiting.length ? middle : rows[last]!
  return { left: left.filter(({ n }) => n <= last), reached: { position, nth } }
}

/** Deliveries of a page, in its order. Rows that one event delivers are noted with the last. */
function deliveriesOf(page: Page, sent: readonly (Sent | undefined)[], again: Outcome['again']): Delivery[] {
  const lastWith = new Map(sent.map((one, n) => [one, n]))
  const one = ({ id, type, nth }: EventRow, { id: event_id, posted }: Sent): Delivery => ({
    ...{ event_id, type, change_id: id, nth },
    ...posted,
  })
  return [
    ...page.rows.flatMap((row, n) => (sent[n] && lastWith.get(sent[n]) === n ? one(row, sent[n]) : [])),
    ...page.again.flatMap(({ row }, n) => (again[n] ? one(row, again[n]) : [])),
  ]
}
