import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { addPage, addUser } from '../../../tools/facebook/state.ts'
import { addCoupon } from '../../../tools/line/coupon-calls.ts'
import { addChannel } from '../../../tools/line/state.ts'
import { newWebhookKey, sealCredentials, webhookUrl } from '../../channels/accounts/secrets.ts'
import { pageHash, sealPage } from '../../channels/facebook/page-secrets.ts'
import { testFacebook } from '../channels/facebook.testing.ts'
import { testLine } from '../channels/line.testing.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { fresh } from './fresh.ts'
import { mergeOf, profileId } from './profiles.ts'

let accounts = 0
/** Credentials of a new account of the simulator. A store alone has an account, so that its number is no fresh one of the store's own. */
export async function lineCredentials() {
  const { state } = await testLine()
  const { id, secret } = addChannel(state, { id: `3${String(++accounts).padStart(9, '0')}` })
  return { channel_id: id, channel_secret: secret }
}

/** Connects an account by SQL; LINE knows its credentials. */
async function connected(store: TestStore, type: 'lineOA' | 'lineModule') {
  const { admin, core } = await testServer()
  const { channel_id, channel_secret } = await lineCredentials()
  const credentials = { channelId: channel_id, secret: channel_secret, token: null }
  const { secret, secret_end } = sealCredentials(core, store.storeId, credentials)
  const { webhook, webhook_hash } = newWebhookKey(core, store.storeId, channel_id)
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into channel (store_id, type, external_id, name, bot_user_id, basic_id, secret, secret_end, webhook, webhook_hash)
     values ($1, $2, $3, $4, 'U' || $3, '@shop', $5, $6, $7, $8) returning id, updated_at`,
    [store.storeId, type, channel_id, fresh('บัญชี'), secret, secret_end, webhook, webhook_hash],
  )
  const key = webhookUrl(core, store.storeId, { external_id: channel_id, webhook }).split('/').at(-1)!
  return { ...rows[0]!, key }
}

/** A sticker whose picture the simulator has. */
export async function sticker(): Promise<string> {
  await testLine()
  return '1988'
}

/** A coupon of a new account, by the account and LINE's id. */
export async function lineCoupon(store: TestStore): Promise<{ channel_id: string; coupon_id: string }> {
  const { state } = await testLine()
  const { admin } = await testServer()
  const id = await officialAccount(store)
  const { rows } = await admin.query<{ external_id: string }>('select external_id from channel where id = $1', [id])
  return { channel_id: String(id), coupon_id: addCoupon(state, rows[0]!.external_id).couponId }
}

export const officialAccount = async (store: TestStore) => (await connected(store, 'lineOA')).id
export const moduleChannel = async (store: TestStore) => (await connected(store, 'lineModule')).id
export const webhookKey = async (store: TestStore) => (await connected(store, 'lineOA')).key

/** The change of a new account, over the version that was read. */
export const accountChange = (type: 'lineOA' | 'lineModule') => async (store: TestStore) => {
  const { id, updated_at } = await connected(store, type)
  return { params: { id: String(id) }, body: { name: fresh('บัญชี'), origin_time: updated_at } }
}

/** A page of the simulator with the token of a person who manages it. */
export async function facebookToken() {
  const { state } = await testFacebook()
  const page = addPage(state)
  return { access_token: addUser(state, [page]), page_id: page.id }
}

/** Connects a page by SQL. */
async function connectedPage(store: TestStore) {
  const { admin, core } = await testServer()
  const { state } = await testFacebook()
  const page = addPage(state)
  const { secret, secret_end, webhook } = sealPage(core, store.storeId, page.id, page.token)
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into channel (store_id, type, external_id, name, secret, secret_end, webhook, webhook_hash)
     values ($1, 'facebook', $2, $3, $4, $5, $6, $7) returning id, updated_at`,
    [store.storeId, page.id, fresh('เพจ'), secret, secret_end, webhook, pageHash(page.id)],
  )
  return rows[0]!
}

export const facebookPage = async (store: TestStore) => (await connectedPage(store)).id

export const facebookApp = async () => (await testFacebook()).state.app.id

export async function pageChange(store: TestStore) {
  const { id, updated_at } = await connectedPage(store)
  return { params: { id: String(id) }, body: { name: fresh('เพจ'), origin_time: updated_at } }
}

/** A customer whom a word on LINE has linked, which can be undone. */
export async function linkedCustomer(store: TestStore) {
  const { admin } = await testServer()
  const { params, body } = await mergeOf(store)
  const { merge_id } = await store.call(profileDuplicates.merge, { params, body })
  await admin.query("update profile_merge set source = 'line' where store_id = $1 and id = $2", [
    store.storeId,
    merge_id,
  ])
  return { params: { id: String(body.keep) } }
}

/** A customer in a store with a LINE account. */
export async function linkableCustomer(store: TestStore) {
  await officialAccount(store)
  return { params: { id: String(await profileId(store)) }, body: {} }
}

/** An entry of the online log. */
export async function logEntry(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number }>(
    `insert into online_log (store_id, source, channel_id, direction, event_type, status)
     values ($1, 'line', $2, 'in', 'follow', 'done') returning id`,
    [store.storeId, await officialAccount(store)],
  )
  return rows[0]!.id
}

/** An event that failed in every try. */
export async function setAsideEvent(store: TestStore): Promise<number> {
  const { admin } = await testServer()
  const id = await logEntry(store)
  await admin.query(
    "update online_log set status = 'failed', error = 'event_refused' where store_id = $1 and id = $2",
    [store.storeId, id],
  )
  await admin.query(
    `insert into inbox (store_id, log_id, event, tries, retry_at)
     values ($1, $2, '{"type": "follow", "timestamp": 1, "webhookEventId": "1", "source": {"type": "user", "userId": "U1"}}', 5, 'infinity')`,
    [store.storeId, id],
  )
  return id
}
