import { Readable } from 'node:stream'
import { newToken } from '../../core/tokens.ts'
import { type TestStore, testServer } from '../store.testing.ts'
import { officialAccount } from './channels.ts'
import { fresh, freshNumber } from './fresh.ts'
import { profileId } from './profiles.ts'
import { consentPurpose } from './segments.ts'

interface Made {
  id: number
  updated_at: string
  channelId: number
}

const target = {
  type: 'all_friends',
  include: { condition: 'or', label_ids: [] },
  exclude: { label_ids: [] },
  profile_ids: [],
  rule: null,
  failed_of: null,
  limit: { max: null, up_to_remaining_quota: false },
}

/** An account with a friend who receives tests; nothing is sent at night elsewhere, but here. */
export async function sendingAccount(
  store: TestStore,
): Promise<{ channelId: number; userId: string; profile: number }> {
  const { admin } = await testServer()
  const [channelId, profile] = [await officialAccount(store), await profileId(store)]
  const userId = `U${String(freshNumber()).padStart(32, '0')}`
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
     values ($1, 'lineOA', $2, $3, $4, 'friend', now())`,
    [store.storeId, channelId, userId, profile],
  )
  await admin.query(
    `insert into broadcast_setting as s (store_id, unknown_consent, approval, per_object, tester_ids) values ($1, 'send', false, false, $2)
     on conflict (store_id) do update set tester_ids = s.tester_ids || excluded.tester_ids`,
    [store.storeId, [profile]],
  )
  return { channelId, userId, profile }
}

/** A draft that can be sent as it is. `more`: columns of its row. */
async function made(store: TestStore, more: Record<string, unknown> = {}): Promise<Made> {
  const { admin } = await testServer()
  const { channelId } = await sendingAccount(store)
  const row: Record<string, unknown> = {
    store_id: store.storeId,
    name: fresh('บรอดแคสต์'),
    channel_id: channelId,
    purpose_id: (await consentPurpose(store)).id,
    target: JSON.stringify(target),
    messages: JSON.stringify([{ type: 'text', text: 'สวัสดี' }]),
    quick_replies: '[]',
    stop_reply: true,
    notification_disabled: false,
    author_ids: [],
    ...more,
  }
  const names = Object.keys(row)
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into broadcast (${names.join()}) values (${names.map((_, index) => `$${index + 1}`).join()}) returning id, updated_at`,
    Object.values(row),
  )
  return { ...rows[0]!, channelId }
}

export const broadcastDraft = (store: TestStore) => made(store)
export const awaitingBroadcast = (store: TestStore) => made(store, { sub_status: 'awaiting_approval' })
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
export const scheduledBroadcast = (store: TestStore) =>
  made(store, { status: 'pending', sub_status: 'scheduled', send_at: tomorrow(), due_at: tomorrow() })
export const pausedBroadcast = (store: TestStore) =>
  made(store, { status: 'pending', sub_status: 'paused', reason: 'user', send_at: tomorrow(), due_at: tomorrow() })

export const broadcastPausedByRestore = (store: TestStore) =>
  made(store, { status: 'pending', sub_status: 'paused', reason: 'restored', send_at: tomorrow(), due_at: tomorrow() })

/** A broadcast whose trial was sent, and that waits for the choice of a text. */
export const broadcastOfTwoTexts = (store: TestStore) =>
  made(store, {
    ...{ status: 'pending', sub_status: 'paused', reason: 'choice', due_at: new Date().toISOString(), queued: 1 },
    ...{ frozen_at: new Date().toISOString(), trial_ended_at: new Date().toISOString(), trial_last: 0 },
    ab_test: JSON.stringify({
      messages: [{ type: 'text', text: 'สวัสดีค่ะ' }],
      ...{ share: 10, decide: 'by_hand', hours: 24, tie: 'half' },
    }),
  })

/** A failed broadcast whose recipients LINE refused. */
export async function failedBroadcast(store: TestStore): Promise<Made> {
  const { admin } = await testServer()
  const broadcast = await made(store, { status: 'failed', frozen_at: new Date().toISOString(), failed: 1 })
  await admin.query(
    `insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, external_id, status, reason)
     select store_id, $2, row_number() over (order by external_id), profile_id, external_id, 'failed', 'line_refused' from channel_friend
     where store_id = $1 and channel_id = $3`,
    [store.storeId, broadcast.id, broadcast.channelId],
  )
  await admin.query(
    `insert into broadcast_quota (store_id, channel_id, month)
     values ($1, $2, date_trunc('month', now() + interval '9 hours')::date)`,
    [store.storeId, broadcast.channelId],
  )
  return broadcast
}

/** Messages that the store keeps under a name. */
export async function broadcastTemplate(store: TestStore): Promise<{ id: number; updated_at: string }> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into broadcast_template (store_id, name, messages, quick_replies) values ($1, $2, $3, '[]') returning id, updated_at`,
    [store.storeId, fresh('เทมเพลต'), JSON.stringify([{ type: 'text', text: 'สวัสดี' }])],
  )
  return rows[0]!
}

/** A public file of the store, or the width of one; its name opens it. */
export async function publicFile(store: TestStore, width: number | null = null): Promise<string> {
  const { admin, core } = await testServer()
  const stored = await core.storage.put(store.storeId, Readable.from([Buffer.from('รูป')]), 100)
  const name = newToken()
  await admin.query(
    `insert into media (store_id, name, width, storage_key, content_type, size) values ($1, $2, $3, $4, 'image/jpeg', $5)`,
    [store.storeId, name, width, stored.key, stored.size],
  )
  return name
}

/** A link of a broadcast; its code opens it. */
export async function trackedLink(store: TestStore): Promise<string> {
  const { admin } = await testServer()
  const { id } = await broadcastDraft(store)
  const code = newToken().slice(0, 16)
  await admin.query(
    `insert into broadcast_link (store_id, broadcast_id, place, message, code, target) values ($1, $2, 1, 0, $3, 'https://shop.example/a')`,
    [store.storeId, id, code],
  )
  return code
}

export const newLocation = () => ({
  title: fresh('ร้าน'),
  address: 'ถนนนิมมาน เชียงใหม่',
  latitude: 18.796,
  longitude: 98.979,
})

/** A saved location of the store. */
export async function savedLocation(store: TestStore): Promise<{ id: number; updated_at: string }> {
  const { admin } = await testServer()
  const { title, address, latitude, longitude } = newLocation()
  const { rows } = await admin.query<{ id: number; updated_at: string }>(
    `insert into saved_location (store_id, title, address, latitude, longitude) values ($1, $2, $3, $4, $5) returning id, updated_at`,
    [store.storeId, title, address, latitude, longitude],
  )
  return rows[0]!
}
