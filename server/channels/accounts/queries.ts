import type { channelStatuses } from '@ruam/contract/channels/accounts.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import type { Tables } from '../../database/tables.ts'
import { forgetFriends } from '../friends/queries.ts'

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
    'status',
    'error',
    'fault',
    'duplicate',
    'keep_chat_text',
    'line_answers',
    'stop_phrases',
    'shared_with',
  ],
  ...['friends_at_line', 'listed_at', 'listed', 'list_refused_at'],
  ...['answers_since', 'answers', 'answers_slow', 'answers_ms', 'answers_max_ms'],
  ...['created_at', 'updated_at'],
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

/** Returns a LINE account by its id, of whichever kind. */
export const lineAccountById = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('channel')
    .where('store_id', '=', storeId)
    .where('type', 'in', ['lineOA', 'lineModule'])
    .where('id', '=', id)
    .select(columns)
    .executeTakeFirst()

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

/** Inserts an account. Throws `channel_connected_here` or `channel_taken` if the installation has its channel, page or bot. */
export async function insertAccount(db: Db, storeId: number, account: NewAccount): Promise<number> {
  const made = await db
    .insertInto('channel')
    .values({ ...account, store_id: storeId })
    .onConflict((on) => on.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made ? made.id : refuseTaken(db, storeId, account)
}

/** Throws the error for an account that is connected already: only another store's is named another store's. */
export async function refuseTaken(
  db: Db,
  storeId: number,
  { type, external_id, bot_user_id }: Pick<NewAccount, 'type' | 'external_id' | 'bot_user_id'>,
): Promise<never> {
  const here = await db
    .selectFrom('channel')
    .where('store_id', '=', storeId)
    .where('type', 'in', type === 'facebook' ? [type] : ['lineOA', 'lineModule'])
    .where((eb) => eb.or([eb('external_id', '=', external_id), eb('bot_user_id', '=', bot_user_id)]))
    .select('name')
    .executeTakeFirst()
  throw here ? new ApiError('channel_connected_here', { name: here.name }) : new ApiError('channel_taken')
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
  > & {
    keep_chat_text: boolean
    line_answers: 'on' | 'off'
    stop_phrases: string[]
    status: 'active' | 'inactive'
    error: string | null
  }
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

/** Saves what a check learned; the version that staff edit stays the same. */
export async function saveLearned(
  db: Db,
  storeId: number,
  id: number,
  learned: Partial<Pick<AccountRow, 'bot_user_id' | 'basic_id' | 'chat_mode' | 'friends_at_line'>>,
): Promise<void> {
  if (Object.keys(learned).length === 0) return
  await db.updateTable('channel').set(learned).where('store_id', '=', storeId).where('id', '=', id).execute()
}

/** Takes the reading of LINE's list that is due and sets the next try. Returns false if none is due. */
export async function takeDueList(db: Db, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    update channel set list_due_at = clock_timestamp() + interval '1 hour'
    where store_id = ${storeId} and id = ${id} and status = 'active' and list_due_at <= clock_timestamp() returning 1`.execute(
    db,
  )
  return rows.length > 0
}

/** Saves that LINE's list was read to its end. The next one is due in a day. */
export const saveListed = (db: Db, storeId: number, id: number, friends: number) =>
  sql`update channel set listed_at = clock_timestamp(), listed = ${friends}, list_refused_at = null,
      list_due_at = clock_timestamp() + interval '1 day'
    where store_id = ${storeId} and id = ${id}`.execute(db)

/** Saves that LINE refuses the list to the account. The next try is in a week: it may be verified by then. */
export const saveRefused = (db: Db, storeId: number, id: number) =>
  sql`update channel set list_refused_at = clock_timestamp(), list_due_at = clock_timestamp() + interval '7 days'
    where store_id = ${storeId} and id = ${id}`.execute(db)

/** Returns whether broadcasts of an account wait to be sent. Those of automations that a fault stopped do not. */
export async function waitsToSend(db: Db, storeId: number, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from broadcast where store_id = ${storeId} and channel_id = ${id} and status = 'pending'
      and (automation_id is null or sub_status <> 'paused' or reason in ('quiet_hours', 'rate')) limit 1`.execute(db)
  return rows.length > 0
}

export async function deleteAccount(db: Db, storeId: number, id: number): Promise<void> {
  // The account first: events that are being applied hold it, and their friends go with the others.
  await db.deleteFrom('channel').where('store_id', '=', storeId).where('id', '=', id).execute()
  await forgetFriends(db, storeId, id)
}
