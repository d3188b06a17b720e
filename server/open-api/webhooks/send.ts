import { databaseNow } from '../../core/now.ts'
import { inStore } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { type EventRow, viewEvent } from '../changes/events.ts'
import { followChanges } from '../changes/follow.ts'
import { coalesce, customersOf } from './coalesce.ts'
import { type Lanes, openLanes } from './lanes.ts'
import { noteSent, type Outcome, type Sent } from './note-sent.ts'
import { type Page, pageOf } from './page.ts'
import { post } from './post.ts'
import { keyOf } from './waiting.ts'

/** Milliseconds in which requests of a page are begun: what was read of the program's rights is no older. */
const PAGE_MS = 2000

/** Too many requests, and answers of a proxy whose receiver is away. */
const AWAY = [429, 502, 503, 504]
/** Failures before any success after which a receiver is away, whatever it answers. */
const AWAY_FAILURES = 8

/** Sends what waits for a webhook, page by page, until nothing does or the receiver is away. */
export async function sendWaiting(
  core: Pick<Core, 'pool' | 'config'>,
  storeId: number,
  webhookId: number,
  signal: AbortSignal,
): Promise<void> {
  await followChanges(core.pool, storeId)
  const inLanes = openLanes()
  while (!signal.aborted) {
    const page = await inStore(core.pool, storeId, (db) => pageOf(core, db, storeId, webhookId))
    if (!page) return
    const outcome = await sendPage(core, storeId, page, inLanes, signal)
    await noteSent(core.pool, storeId, webhookId, page, outcome)
    // The other events wait for those that failed before.
    const isTried = [...outcome.sent, ...outcome.again].some((one) => one !== undefined)
    if (outcome.isAway || !isTried) return
  }
}

async function sendPage(
  { config }: Pick<Core, 'config'>,
  storeId: number,
  { rows, waiting, again, readable, url, sign, sandbox }: Page,
  inLanes: Lanes,
  signal: AbortSignal,
): Promise<Outcome> {
  const until = performance.now() + PAGE_MS
  const notDue = new Set(waiting.flatMap((one) => (one.is_due ? [] : keyOf(one))))
  let [isAway, succeeded, failed] = [false, 0, 0]
  const send = async (row: EventRow): Promise<Sent | undefined> => {
    if (isAway || signal.aborted || performance.now() > until || notDue.has(keyOf({ change_id: row.id, nth: row.nth })))
      return undefined
    const { id, type, at, ...data } = viewEvent(config.secretKey, storeId, row, readable)
    const body = JSON.stringify({ type, timestamp: at, data, ...(sandbox && { test: true }) })
    const now = new Date(databaseNow())
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': sign(id, now, body),
    }
    const posted = await post(url, headers, body, config)
    const done = posted.status !== null && posted.status >= 200 && posted.status < 300
    if (done) succeeded++
    else failed++
    if (posted.status === null || AWAY.includes(posted.status)) isAway = true
    if (succeeded === 0 && failed >= AWAY_FAILURES) isAway = true
    return { id, posted, done }
  }
  const { events, placeOf } = coalesce(rows)
  const sent = await inLanes([...events, ...again.map(({ row }) => row)], customersOf, send)
  return { sent: placeOf.map((place) => sent[place]), again: sent.slice(events.length), isAway }
}
