import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { addFriend, type NewChannel } from '../../../tools/line/state.ts'
import { sendChannel } from '../../broadcasts/sending/send.ts'
import { connectLine, testLine } from '../channels/line.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../store.testing.ts'

export type Scene = Awaited<ReturnType<typeof scene>>

/** A store with an account of LINE, its friends as customers, and no quiet hours. */
export async function scene({ friends = 3, channel = {} }: { friends?: number; channel?: NewChannel } = {}) {
  const store = await newStore()
  const { state } = await testLine()
  const { line, account } = await connectLine(store, channel)
  const { admin } = await testServer()
  const purpose = await admin.query<{ id: number }>(
    `insert into consent_purpose (store_id, name) values ($1, 'ข่าวสาร') returning id`,
    [store.storeId],
  )
  await admin.query(
    `insert into broadcast_setting (store_id, unknown_consent, approval, per_object, tester_ids) values ($1, 'send', false, false, '{}')`,
    [store.storeId],
  )
  const made = { store, line, account, state, purposeId: purpose.rows[0]!.id }
  return { ...made, people: await addPeople(made, friends) }
}

interface SentTo {
  id: number
  userId: string
}

/** Adds customers who are friends of the account. */
export async function addPeople(
  { store, line, account }: { store: TestStore; line: { friends: Map<string, unknown> }; account: { id: number } },
  count: number,
): Promise<SentTo[]> {
  const { admin } = await testServer()
  const users = Array.from({ length: count }, () => addFriend(line as never).userId)
  const { rows } = await admin.query<{ id: number; user_id: string }>(
    `with users as (select u, row_number() over () as place from unnest($2::text[]) u),
      made as (insert into profile (store_id, first_name) select $1, 'คน ' || place from users returning id),
      numbered as (select id, row_number() over (order by id) as place from made),
      linked as (
        insert into channel_friend (store_id, channel_type, channel_id, external_id, profile_id, status, since)
        select $1, 'lineOA', $3, u, id, 'friend', now() from numbered join users using (place) returning profile_id, external_id)
     select profile_id as id, external_id as user_id from linked order by 1`,
    [store.storeId, users, account.id],
  )
  return rows.map(({ id, user_id }) => ({ id: Number(id), userId: user_id }))
}

/** Adds friends of the account who are not customers. Returns their LINE ids. */
export async function addFriends({ store, line, account }: Scene, count: number): Promise<string[]> {
  const { admin } = await testServer()
  const users = Array.from({ length: count }, () => addFriend(line as never).userId)
  await admin.query(
    `insert into channel_friend (store_id, channel_type, channel_id, external_id, status, since)
     select $1, 'lineOA', $3, u, 'friend', now() from unnest($2::text[]) u`,
    [store.storeId, users, account.id],
  )
  return users
}

type Body = Parameters<TestStore['call']>[1]

/** Parts of a broadcast that all recipients get. */
const noHoldout = { holdout: { share: 0, off_reason: 'unneeded', repeats_id: null } } as const

/** Writes a draft to all friends, none of whom is held out. */
export async function draft({ store, account, purposeId }: Scene, more: object = {}) {
  const body = {
    name: 'ลดฤดูหนาว',
    channel: { type: 'lineOA', channel_id: account.id },
    purpose_id: purposeId,
    messages: [{ type: 'text', text: 'สวัสดี' }],
    ...noHoldout,
    ...more,
  }
  return store.call(broadcasts.create, { body } as Body as never)
}

/** Schedules a draft for now. */
export async function schedule(scene: Scene, id: number, more: object = {}) {
  const { updated_at: origin_time } = await scene.store.call(broadcasts.get, { params: { id: String(id) } })
  return scene.store.call(broadcasts.update, { body: { id, origin_time, status: 'pending', ...more } as never })
}

/** Works the channel until nothing is due. */
export async function workChannel({ store, account }: Scene): Promise<void> {
  await sendChannel(await coreOf(store), store.storeId, account.id, new AbortController().signal)
}

export const read = ({ store }: Scene, id: number) => store.call(broadcasts.get, { params: { id: String(id) } })

/** Users whom LINE accepted messages for, as often as it did. */
export const acceptedUsers = ({ state, line }: Scene): string[] =>
  state.accepted
    .filter(({ channelId }) => channelId === line.id)
    .map(({ userId }) => userId)
    .sort()

/** Works the channel until a broadcast has ended or is paused by something that only a person solves. */
export async function settled(scene: Scene, id: number) {
  for (;;) {
    await workChannel(scene)
    const now = await read(scene, id)
    const waits = now.sub_status === 'paused' && now.reason !== 'rate'
    if (now.status !== 'pending' || waits) return now
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Gives the store a type of purchases with a field of amounts. */
export async function addAmounts({ store }: Scene): Promise<{ type: number; field: number }> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ type: number; field: number }>(
    `with field as (insert into activity_field (store_id, field_name, display_name, data_type, purpose)
       values ($1, 'paid', 'ยอดสั่งซื้อ', 'Number', 'amount') returning id)
     insert into activity_type (store_id, name, field_ids) select $1, 'ขายหน้าร้าน', array[id] from field
     returning id as type, field_ids[1] as field`,
    [store.storeId],
  )
  return rows[0]!
}

/** Runs SQL on a broadcast's store as the superuser; `$1` is the store. */
export async function change({ store }: Scene, text: string, values: readonly unknown[] = []): Promise<void> {
  const { admin } = await testServer()
  await admin.query(text, [store.storeId, ...values])
}
