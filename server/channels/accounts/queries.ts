import type { channelStatuses } from '@ruam/contract/channels/accounts.ts'
import { sql } from 'kysely'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import type { Tables } from '../../database/tables.ts'
import { forgetFriends } from '../friends/queries.ts'
import type { StoredQuota, WebhookState } from './tables.ts'

export type AccountType = 'lineOA' | 'lineModule'
type ChannelType = Tables['channel']['type']

const columns = [
  ...['id', 'type', 'external_id', 'name', 'bot_user_id', 'basic_id', 'chat_mode', 'picture', 'provider'],
  ...[
    'secret',
    'secret_end',
    'token',
    'token_end',
    'webhook',
    'webhook_state',
    'status',
    'error',
    'keep_chat_text',
    'stop_phrases',
    'shared_with',
  ],
  ...['quota', 'friends_at_line', 'checked_at', 'created_at', 'updated_at'],
] as const satisfies readonly (keyof Tables['channel'])[]

const accountsOf = (db: Db, storeId: number, type: ChannelType) =>
  db.selectFrom('channel').where('store_id', '=', storeId).where('type', '=', type)

interface AccountQuery {
  offset: number
  limit: number
  keyword: string
  status?: (typeof channelStatuses)[number] | undefined
}

/** Returns a page of a store's accounts, by name. */
export function listAccounts(db: Db, storeId: number, type: ChannelType, query: AccountQuery) {
  let rows = accountsOf(db, storeId, type)
  if (query.keyword) {
    const like = `%${escapeLike(query.keyword)}%`
    rows = rows.where((eb) => eb.or([eb('name', 'ilike', like), eb('basic_id', 'ilike', like)]))
  }
  if (query.status) rows = rows.where('status', '=', query.status)
  return pageRows(rows, query, (page) => page.select(columns).orderBy(sql`name collate "th-x-icu"`).orderBy('id'))
}

export const allAccounts = (db: Db, storeId: number, type: ChannelType) =>
  accountsOf(db, storeId, type)
    .select(['id', 'name', 'basic_id'])
    .orderBy(sql`name collate "th-x-icu"`)
    .orderBy('id')
    .execute()

export const findAccount = (db: Db, storeId: number, type: ChannelType, id: number) =>
  accountsOf(db, storeId, type).where('id', '=', id).select(columns).executeTakeFirst()

/** Returns whether the store has a channel of any type. */
export async function isChannel(db: Db, storeId: number, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('channel')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the numbers of the store's Facebook pages. */
export async function pageIds(db: Db, storeId: number): Promise<string[]> {
  const rows = await accountsOf(db, storeId, 'facebook').select('external_id').orderBy('id').execute()
  return rows.map(({ external_id }) => external_id)
}

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>

type NewAccount = Pick<
  Tables['channel'],
  'type' | 'external_id' | 'name' | 'bot_user_id' | 'basic_id' | 'chat_mode' | 'picture' | 'provider'
> &
  Pick<Tables['channel'], 'secret' | 'secret_end' | 'token' | 'token_end' | 'webhook' | 'webhook_hash' | 'created_by'>

/** Throws if any store of the installation has the account (index channel_account). */
export async function insertAccount(db: Db, storeId: number, account: NewAccount): Promise<number> {
  const { id } = await db
    .insertInto('channel')
    .values({ ...account, store_id: storeId, checked_at: sql<string>`clock_timestamp()` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export type AccountChange = Partial<
  Pick<
    NewAccount,
    | 'name'
    | 'provider'
    | 'secret'
    | 'secret_end'
    | 'token'
    | 'token_end'
    | 'bot_user_id'
    | 'basic_id'
    | 'chat_mode'
    | 'picture'
  > & { keep_chat_text: boolean; stop_phrases: string[]; status: 'active' | 'inactive' | 'error'; error: string | null }
>

/** Saves over the version that was read, or over any version if `seen` is undefined. Returns false if there is none. */
export async function updateAccount(
  db: Db,
  storeId: number,
  id: number,
  seen: string | undefined,
  change: AccountChange,
): Promise<boolean> {
  let update = db
    .updateTable('channel')
    .set({ ...change, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
  if (seen !== undefined) update = update.where(sql<boolean>`updated_at = ${seen}::timestamptz`)
  return (await update.returning('id').executeTakeFirst()) !== undefined
}

/** Saves what LINE answered; the version that staff edit stays the same. */
export async function saveCheck(
  db: Db,
  storeId: number,
  id: number,
  found: { webhook_state?: WebhookState; quota?: StoredQuota; friends_at_line?: number | null },
): Promise<void> {
  await db
    .updateTable('channel')
    .set({
      checked_at: sql<string>`clock_timestamp()`,
      ...(found.webhook_state && { webhook_state: JSON.stringify(found.webhook_state) }),
      ...(found.quota && { quota: JSON.stringify(found.quota) }),
      ...(found.friends_at_line != null && { friends_at_line: found.friends_at_line }),
    })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}

/** Returns whether broadcasts of an account wait to be sent. */
export async function waitsToSend(db: Db, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from broadcast where store_id = ${storeId} and channel_id = ${id} and status = 'pending' limit 1`.execute(db)
  return rows.length > 0
}

/** Returns how many messages broadcasts have reserved on accounts in the current month of LINE (UTC+9). */
export async function reservedOf(
  db: Db,
  storeId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; reserved: number }>`
    select channel_id as id, reserved from broadcast_quota
    where store_id = ${storeId} and channel_id = any(${ids}::int[])
      and month = date_trunc('month', now() at time zone 'Asia/Tokyo')::date`.execute(db)
  return new Map(rows.map(({ id, reserved }) => [id, reserved]))
}

export async function deleteAccount(db: Db, storeId: number, id: number): Promise<void> {
  await forgetFriends(db, storeId, id)
  await db.deleteFrom('channel').where('store_id', '=', storeId).where('id', '=', id).execute()
}
