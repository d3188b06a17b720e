import { webhookPausedNotice } from '@ruam/contract/open-api/webhooks.ts'
import { sql } from 'kysely'
import { isSandbox } from '../../access/stores/sandbox.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import { notify } from '../../notifications/notify.ts'
import type { Core } from '../../servers/core.ts'
import { ALL_EVENTS } from '../changes/cursor.ts'
import { type EventRow, eventsAfter, eventsOf, viewEvent } from '../changes/events.ts'
import { followChanges } from '../changes/follow.ts'
import { givePositions } from '../changes/positions.ts'
import { type Readable, readableTo } from '../changes/readable.ts'
import { callerOf } from './caller.ts'
import { inLanes } from './lanes.ts'
import { type Posted, post } from './post.ts'
import { type Delivery, noteDeliveries } from './queries.ts'
import { signerOf } from './secret.ts'

/** Events of one page. One that fails holds back those of other customers behind the page. */
const PAGE = 200
/** Days of failures after which a webhook is paused. */
const PATIENCE_DAYS = 3
/** Seconds until the first retry, doubled by each further failure up to the most. */
const RETRY_SECONDS = { first: 5, most: 3 * 3600 }

/** Status by which a receiver says that it has ended. */
const GONE = 410
/** Too many requests, and answers of a proxy whose receiver is away. */
const AWAY = [429, 502, 503, 504]

interface Page {
  /** Events of a sandbox say that they are a test. */
  sandbox: boolean
  rows: EventRow[]
  readable: Readable
  url: string
  delivered: readonly string[]
  /** Where the webhook stands now, and if all are delivered. */
  start: { position: number; nth: number }
  end: { epoch: string; position: number; nth: number }
  again: readonly number[]
  failures: number
  sign: ReturnType<typeof signerOf>
}

/** Sends what waits for a webhook, page by page, until nothing does or a delivery fails. */
export async function sendWaiting(
  core: Pick<Core, 'pool' | 'config'>,
  storeId: number,
  webhookId: number,
  signal: AbortSignal,
): Promise<void> {
  await followChanges(core.pool, storeId)
  while (!signal.aborted) {
    const page = await inStore(core.pool, storeId, (db) => pageOf(core, db, storeId, webhookId))
    if (!page) return
    if (!(await sendPage(core, storeId, webhookId, page, signal))) return
  }
}

/** Returns the next page of a webhook; undefined if it has nothing to send, or is paused. */
async function pageOf(
  { config }: Pick<Core, 'config'>,
  db: Db,
  storeId: number,
  id: number,
): Promise<Page | undefined> {
  const reach = await givePositions(db, storeId)
  const webhook = await db
    .selectFrom('webhook')
    .selectAll()
    .select(sql<boolean>`previous_until > now()`.as('rotating'))
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  if (!webhook || !reach) return undefined
  const caller = await callerOf(db, storeId, webhook.credential_id)
  if (!caller) {
    // A token may be turned on again.
    await db
      .updateTable('webhook')
      .set({ next_at: sql<string>`now() + interval '1 minute'` })
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .execute()
    return undefined
  }
  const { epoch, position, nth } = webhook
  if (epoch !== reach.epoch || position < reach.deleted_to) {
    await pause(db, storeId, id, 'changes_gone')
    return undefined
  }
  const readable = await readableTo(db, storeId, caller)
  const asked = { ...readable, types: readable.types.filter((type) => webhook.types.includes(type)) }
  const rows = await eventsAfter(db, storeId, asked, { after: { position, nth }, until: reach.position, limit: PAGE })
  const marked = await db
    .selectFrom('webhook_delivery')
    .select(['id', 'change_id', 'nth'])
    .where('store_id', '=', storeId)
    .where('webhook_id', '=', id)
    .where('again_at', 'is not', null)
    .orderBy('id')
    .limit(PAGE)
    .execute()
  // Behind all that waits: never before a newer event of its customer.
  const again = rows.length === 0 ? await eventsOf(db, storeId, asked, marked) : []
  const last = rows.length < PAGE ? { position: reach.position, nth: ALL_EVENTS } : rows.at(-1)!
  const end = { epoch, position: last.position, nth: last.nth }
  if (rows.length === 0 && again.length === 0) {
    await db
      .updateTable('webhook')
      .set({ ...end, delivered: [] })
      .where('store_id', '=', storeId)
      .where('id', '=', id)
      .execute()
    await unmark(
      db,
      storeId,
      marked.map((one) => one.id),
    )
    return undefined
  }
  return {
    ...{
      rows: rows.length > 0 ? rows : again,
      readable,
      url: webhook.url,
      delivered: webhook.delivered,
      start: { position, nth },
      end,
    },
    again: rows.length > 0 ? [] : marked.map((one) => one.id),
    failures: webhook.failures,
    sandbox: await isSandbox(db, storeId),
    sign: signerOf(config.secretKey, storeId, [webhook.secret, webhook.rotating ? webhook.previous_secret : null]),
  }
}

const unmark = (db: Db, storeId: number, ids: readonly number[]) =>
  db
    .updateTable('webhook_delivery')
    .set({ again_at: null })
    .where('store_id', '=', storeId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()

/** Outcome of an event: without a post it was delivered before. */
interface Sent {
  id: string
  done: boolean
  posted?: Posted
}

/** Sends a page and notes how far it came; false if a delivery failed. */
async function sendPage(
  core: Pick<Core, 'pool' | 'config'>,
  storeId: number,
  webhookId: number,
  page: Page,
  signal: AbortSignal,
): Promise<boolean> {
  const { secretKey } = core.config
  const { rows, readable, url, sign, delivered } = page
  // One that does not answer is left alone until the retry.
  let away = false
  const send = async (row: EventRow): Promise<Sent | undefined> => {
    if (away || signal.aborted) return undefined
    const { id, type, at, ...data } = viewEvent(secretKey, storeId, row, readable)
    if (delivered.includes(id)) return { id, done: true }
    const body = JSON.stringify({ type, timestamp: at, data, ...(page.sandbox && { test: true }) })
    const now = new Date(databaseNow())
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': sign(id, now, body),
    }
    const posted = await post(url, headers, body, core.config)
    if (posted.status === null || AWAY.includes(posted.status)) away = true
    return { id, posted, done: posted.status !== null && posted.status >= 200 && posted.status < 300 }
  }
  // A merge is about both customers.
  const keysOf = ({ profile_id, type, subject_id }: EventRow) =>
    profile_id === null ? [] : type === 'profile.merged' ? [profile_id, subject_id!] : [profile_id]
  const sent = await inLanes(rows, keysOf, send)
  const deliveries = rows.flatMap((row, place): Delivery[] => {
    const one = sent[place]
    if (!one?.posted) return []
    return [{ event_id: one.id, type: row.type, change_id: row.id, nth: row.nth, ...one.posted }]
  })
  const failed = sent.findIndex((one) => !one?.done)
  const isGone = sent.some((one) => one?.posted?.status === GONE)
  await inStore(core.pool, storeId, async (db) => {
    const held = await db
      .selectFrom('webhook')
      .select('id')
      .where('store_id', '=', storeId)
      .where('id', '=', webhookId)
      .forUpdate()
      .executeTakeFirst()
    // It was deleted meanwhile.
    if (!held) return
    await noteDeliveries(db, storeId, webhookId, deliveries)
    if (page.again.length > 0) {
      await unmark(db, storeId, page.again)
      return
    }
    const first = rows[failed]
    const place = first
      ? {
          position: first.position,
          nth: first.nth - 1,
          delivered: sent.flatMap((one, n) => (n > failed && one?.done ? one.id : [])),
        }
      : { position: page.end.position, nth: page.end.nth, delivered: [] }
    // A stop of the process is no failure.
    const isFailure = sent.some((one) => one?.done === false)
    // Another event than before: patience begins with it.
    const isSame = place.position === page.start.position && place.nth === page.start.nth
    const failures = isSame ? page.failures : 0
    const seconds = Math.min(RETRY_SECONDS.first * 2 ** Math.min(failures, 20), RETRY_SECONDS.most)
    const state = {
      ...(isFailure && {
        failures: failures + 1,
        failing_since: isSame ? sql<string>`coalesce(failing_since, now())` : sql<string>`now()`,
        next_at: sql<string>`clock_timestamp() + make_interval(secs => ${seconds} * (0.8 + random() * 0.4))`,
      }),
      ...(!first && { failures: 0, failing_since: null }),
    }
    const row = await db
      .updateTable('webhook')
      .set({ ...place, ...state })
      .where('store_id', '=', storeId)
      .where('id', '=', webhookId)
      .where('epoch', '=', page.end.epoch)
      // A worker that was paused and lost its lease takes nothing back.
      .where('position', '=', page.start.position)
      .where('nth', '=', page.start.nth)
      .where('status', '=', 'active')
      .returning(sql<boolean>`failing_since < now() - make_interval(days => ${PATIENCE_DAYS})`.as('over'))
      .executeTakeFirst()
    if (row && (isGone || row.over)) await pause(db, storeId, webhookId, isGone ? 'gone' : 'failing')
  })
  return failed < 0
}

/** Pauses a webhook and tells the store. */
async function pause(db: Db, storeId: number, id: number, reason: 'failing' | 'gone' | 'changes_gone'): Promise<void> {
  const { credential_id } = await db
    .updateTable('webhook')
    .set({ status: 'paused', reason })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('credential_id')
    .executeTakeFirstOrThrow()
  await notify(db, storeId, webhookPausedNotice, { ending: 'failed', data: { credential_id } })
}
