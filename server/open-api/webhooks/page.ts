import { type RawBuilder, sql } from 'kysely'
import { isSandbox } from '../../access/stores/sandbox.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { ALL_EVENTS } from '../changes/cursor.ts'
import { type EventRow, eventsAfter, eventsOf } from '../changes/events.ts'
import { givePositions } from '../changes/positions.ts'
import { type Readable, readableTo } from '../changes/readable.ts'
import { callerOf } from './caller.ts'
import { markedDeliveries, pauseWebhook, unmark } from './queries.ts'
import { signerOf } from './secret.ts'
import { forgetWaiting, keyOf, type Waiting, waitingOf } from './waiting.ts'

/** Events of one page: five times as many as 200, with as many statements. */
const PAGE = 1000

/** A place in the stream: after the nth event of a change. */
export interface Place {
  position: number
  nth: number
}

export interface Page {
  epoch: string
  /** Events that wait, then events that were never tried, in order. */
  rows: EventRow[]
  waiting: Waiting[]
  /** Deliveries that are sent again, once all others are delivered. */
  again: { mark: number; row: EventRow }[]
  /** Events up to the start are delivered, up to the middle tried; the page ends at the end. */
  start: Place
  middle: Place
  end: Place
  readable: Readable
  url: string
  /** Attempts in a row in which the receiver was away. */
  failures: number
  /** Events of a sandbox say that they are a test. */
  sandbox: boolean
  sign: ReturnType<typeof signerOf>
}

/** Returns the next page of a webhook; undefined if it has nothing to send, or is paused. */
export async function pageOf(
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
  const update = (set: { next_at: RawBuilder<string> } | (Place & Reached) | Reached) =>
    db.updateTable('webhook').set(set).where('store_id', '=', storeId).where('id', '=', id).execute()
  const caller = await callerOf(db, storeId, webhook.credential_id)
  if (!caller) {
    // A token may be turned on again.
    await update({ next_at: sql<string>`now() + interval '1 minute'` })
    return undefined
  }
  const { epoch, position, nth, reached_position, reached_nth } = webhook
  if (epoch !== reach.epoch || position < reach.deleted_to) {
    await pauseWebhook(db, storeId, id, 'changes_gone')
    return undefined
  }
  const start = { position, nth }
  // The former version moves the start alone.
  const isAhead = reached_position !== null && reached_position >= position
  const middle = isAhead ? { position: reached_position, nth: reached_nth! } : start
  const readable = await readableTo(db, storeId, caller, id)
  const asked = { ...readable, types: readable.types.filter((type) => webhook.types.includes(type)) }
  const known = await waitingOf(db, storeId, id)
  const left = await eventsOf(db, storeId, asked, known)
  const leftKeys = new Set(left.map(({ id: change_id, nth }) => keyOf({ change_id, nth })))
  const waiting = known.filter((one) => leftKeys.has(keyOf(one)))
  // The program may not read the others any more.
  if (waiting.length < known.length) await forgetWaiting(db, storeId, id, waiting)
  const room = PAGE - left.length
  const fresh =
    room > 0 ? await eventsAfter(db, storeId, asked, { after: middle, until: reach.position, limit: room }) : []
  const end =
    room <= 0
      ? middle
      : fresh.length < room
        ? { position: reach.position, nth: ALL_EVENTS }
        : { position: fresh.at(-1)!.position, nth: fresh.at(-1)!.nth }
  // Behind all that is new: never before a newer event of its customer.
  const marked = fresh.length === 0 ? await markedDeliveries(db, storeId, id, PAGE) : []
  const marks = new Map(marked.map((one) => [keyOf(one), one.id]))
  const again = (await eventsOf(db, storeId, asked, marked)).flatMap((row) => {
    const key = keyOf({ change_id: row.id, nth: row.nth })
    return leftKeys.has(key) ? [] : { mark: marks.get(key)!, row }
  })
  const kept = new Set(again.map(({ mark }) => mark))
  await unmark(
    db,
    storeId,
    marked.flatMap((one) => (kept.has(one.id) ? [] : one.id)),
  )
  if (fresh.length === 0 && again.length === 0 && !waiting.some((one) => one.is_due)) {
    await update(left.length === 0 ? { ...end, ...untried } : { reached_position: end.position, reached_nth: end.nth })
    return undefined
  }
  return {
    ...{ epoch, start, middle, end, readable, waiting, again },
    rows: [...left, ...fresh],
    url: webhook.url,
    failures: webhook.failures,
    sandbox: await isSandbox(db, storeId),
    sign: signerOf(config.secretKey, storeId, [webhook.secret, webhook.rotating ? webhook.previous_secret : null]),
  }
}

interface Reached {
  reached_position: number | null
  reached_nth: number | null
}

/** Nothing waits: all that was tried is delivered. */
export const untried: Reached = { reached_position: null, reached_nth: null }
