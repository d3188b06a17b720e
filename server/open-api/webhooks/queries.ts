import type { ChangeType } from '@ruam/contract/open-api/changes.ts'
import { webhookPausedNotice } from '@ruam/contract/open-api/webhooks.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import type { ProgramCaller } from '../../http/programs.ts'
import { notify } from '../../notifications/notify.ts'
import { forgetWaiting } from './waiting.ts'

/** A webhook as calls answer it: programs get less. */
const shown = [
  ...(['id', 'credential_id', 'url', 'types', 'status', 'reason', 'failing_since'] as const),
  ...(['secret_ended', 'created_at', 'updated_at'] as const),
  sql<string | null>`case when previous_until > now() then previous_until end`.as('previous_until'),
] as const

/** Program that manages webhooks: a token its own, an API key those of all keys of the store. */
export type Manager = Pick<ProgramCaller, 'id' | 'credential'>

/** Webhooks of a store. */
export const webhooksIn = (db: Db, storeId: number) =>
  db.selectFrom('webhook').select(shown).where('store_id', '=', storeId).orderBy('id')

/** Webhooks that a program manages. */
export const webhooksOf = (db: Db, storeId: number, { id, credential }: Manager) =>
  webhooksIn(db, storeId).where((row) =>
    credential === 'token'
      ? row('credential_id', '=', id)
      : row(
          'credential_id',
          'in',
          row.selectFrom('credential').select('id').where('store_id', '=', storeId).where('kind', '=', 'key'),
        ),
  )

interface Place {
  epoch: string
  position: number
  nth: number
}

interface NewWebhook {
  credential: number
  url: string
  types: ChangeType[]
  secret: Buffer
  place: Place
}

export const insertWebhook = (db: Db, storeId: number, { credential, place, ...given }: NewWebhook) =>
  db
    .insertInto('webhook')
    .values({ store_id: storeId, credential_id: credential, ...given, ...place })
    .returning(shown)
    .executeTakeFirstOrThrow()

/** Changes a webhook, which is the program's from then on: it gets what that one may read. Undefined if it changed since `seen`. */
export async function updateWebhook(
  db: Db,
  storeId: number,
  { id, credential, seen }: { id: number; credential: number; seen?: string },
  set: Partial<{ url: string; types: ChangeType[]; status: 'active' | 'paused' }> & Partial<Place>,
) {
  // A webhook that is resumed begins without its past.
  if (set.status !== undefined) await forgetWaiting(db, storeId, id)
  return db
    .updateTable('webhook')
    .set({ ...set, credential_id: credential, updated_at: risenUpdatedAt })
    .$if(set.status !== undefined, (row) =>
      row.set({
        reason: null,
        failing_since: null,
        failures: 0,
        reached_position: null,
        reached_nth: null,
        next_at: sql<string>`clock_timestamp()`,
      }),
    )
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .$if(seen !== undefined, (row) => row.where('updated_at', '=', sql<string>`${seen}::timestamptz`))
    .returning(shown)
    .executeTakeFirst()
}

/** Replaces the secret; the former one signs until the end of the overlap. */
export const rotateWebhook = (
  db: Db,
  storeId: number,
  { id, credential, secret, hours }: { id: number; credential: number; secret: Buffer; hours: number },
) =>
  db
    .updateTable('webhook')
    .set({
      // A secret that a restore brought back never signs.
      previous_secret: sql<Buffer | null>`case when secret_ended then null else secret end`,
      previous_until: sql<string>`now() + make_interval(hours => ${hours})`,
      secret,
      secret_ended: false,
      credential_id: credential,
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirstOrThrow()

export type DeliveryRow = Awaited<ReturnType<typeof deliveriesOf>>[number]

/** The last deliveries of a webhook, newest first. */
export const deliveriesOf = (db: Db, storeId: number, webhookId: number) =>
  db
    .selectFrom('webhook_delivery')
    .select(['id', 'event_id', 'type', 'change_id', 'nth', 'status', 'error', 'ms', 'at'])
    .where('store_id', '=', storeId)
    .where('webhook_id', '=', webhookId)
    .orderBy('id', 'desc')
    .limit(DELIVERIES)
    .execute()

/** Deliveries that are kept of each webhook. */
const DELIVERIES = 100

export interface Delivery {
  event_id: string
  type: ChangeType
  change_id: number
  nth: number
  status: number | null
  error: string | null
  ms: number
}

/** Notes deliveries and deletes those before the last hundred that are not to be sent again. */
export async function noteDeliveries(
  db: Db,
  storeId: number,
  webhookId: number,
  deliveries: readonly Delivery[],
): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.slice(-DELIVERIES).map((one) => ({ store_id: storeId, webhook_id: webhookId, ...one }))
  await db.insertInto('webhook_delivery').values(rows).execute()
  await sql`delete from webhook_delivery where store_id = ${storeId} and webhook_id = ${webhookId} and again_at is null and id <= (
    select id from webhook_delivery where store_id = ${storeId} and webhook_id = ${webhookId}
    order by id desc offset ${DELIVERIES} limit 1)`.execute(db)
}

/** Marks a delivery to be sent again. */
export async function sendAgain(db: Db, storeId: number, webhookId: number, id: number): Promise<void> {
  await db
    .updateTable('webhook_delivery')
    .set({ again_at: sql<string>`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .execute()
}

/** Pauses all webhooks of a restored store: their programs read the store again before they go on. */
export async function pauseWebhooks(db: Db, storeId: number): Promise<void> {
  await db
    .updateTable('webhook')
    .set({ status: 'paused', reason: 'restored' })
    .where('store_id', '=', storeId)
    .where('status', '=', 'active')
    .execute()
}

/** Deliveries that are to be sent again. */
export const markedDeliveries = (db: Db, storeId: number, webhookId: number, limit: number) =>
  db
    .selectFrom('webhook_delivery')
    .select(['id', 'change_id', 'nth'])
    .where('store_id', '=', storeId)
    .where('webhook_id', '=', webhookId)
    .where('again_at', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Takes back the marks of deliveries that were sent again. */
export async function unmark(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('webhook_delivery')
    .set({ again_at: null })
    .where('store_id', '=', storeId)
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute()
}

/** Pauses a webhook and tells the store. */
export async function pauseWebhook(
  db: Db,
  storeId: number,
  id: number,
  reason: 'failing' | 'gone' | 'changes_gone',
): Promise<void> {
  const { credential_id } = await db
    .updateTable('webhook')
    .set({ status: 'paused', reason })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('credential_id')
    .executeTakeFirstOrThrow()
  await notify(db, storeId, webhookPausedNotice, { ending: 'failed', data: { credential_id } })
}
