import type { ApiToken } from '@ruam/contract/open-api/tokens.ts'
import { sql } from 'kysely'
import { type Db, escapeLike, risenUpdatedAt } from '../../platform/core/db.ts'

const statusNow = sql<ApiToken['status']>`case when credential.status = 'active' and expires_at <= now()
  then 'expired' else credential.status end`

const shown = (db: Db, storeId: number) =>
  db
    .selectFrom('credential')
    .leftJoin('users', 'users.id', 'credential.created_by')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'token')

const columns = [
  'credential.id',
  'name',
  'description',
  statusNow.as('status'),
  'secret_end',
  sql<
    ApiToken['open_apis']
  >`(select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name, a.id), '[]')
    from open_api_token t join open_api a on a.store_id = t.store_id and a.id = t.open_api_id
    where t.store_id = credential.store_id and t.token_id = credential.id)`.as('open_apis'),
  sql<ApiToken['created_by']>`case when users.id is not null
    then json_build_object('id', users.id, 'name', btrim(users.first_name || ' ' || users.last_name)) end`.as(
    'created_by',
  ),
  'credential.created_at',
  'credential.updated_at',
  'expires_at as expired_at',
  'last_used_at',
  'last_address',
  sql<string | null>`case when previous_until > now() then previous_until end`.as('previous_until'),
] as const

/** API tokens that match a filter. */
export const filteredTokens = (
  db: Db,
  storeId: number,
  { keyword, status }: { keyword?: string | undefined; status?: ApiToken['status'] | undefined },
) =>
  shown(db, storeId)
    .$if(Boolean(keyword), (tokens) => tokens.where('name', 'ilike', `%${escapeLike(keyword!)}%`))
    .$if(status !== undefined, (tokens) => tokens.where(statusNow, '=', status!))

const sorts = {
  created_at: sql`credential.created_at`,
  name: sql`name collate "th-x-icu"`,
  expired_at: sql`expires_at`,
  last_used_at: sql`last_used_at`,
}

export const orderedTokens = (
  tokens: ReturnType<typeof filteredTokens>,
  by: keyof typeof sorts,
  direction: 'asc' | 'desc',
) =>
  tokens
    .select(columns)
    .orderBy(sorts[by], (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('credential.id', direction)

export const findToken = (db: Db, storeId: number, id: number) =>
  shown(db, storeId).select(columns).where('credential.id', '=', id).executeTakeFirst()

export async function tokenNameExists(db: Db, storeId: number, name: string): Promise<boolean> {
  const { rows } = await sql`select from credential
    where store_id = ${storeId} and kind = 'token' and name_key(name) = name_key(${name})`.execute(db)
  return rows.length > 0
}

interface TokenChange {
  name?: string | undefined
  description?: string | undefined
}

/** Updates the version that was read; false if there is a newer one, or none. */
export async function updateToken(
  db: Db,
  storeId: number,
  id: number,
  seen: string,
  { name, description }: TokenChange,
): Promise<boolean> {
  const updated = await db
    .updateTable('credential')
    .set({
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      updated_at: risenUpdatedAt,
    })
    .where('store_id', '=', storeId)
    .where('kind', '=', 'token')
    .where('id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function switchToken(
  db: Db,
  storeId: number,
  id: number,
  status: 'active' | 'inactive',
): Promise<boolean> {
  const updated = await db
    .updateTable('credential')
    .set({ status, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('kind', '=', 'token')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function deleteToken(db: Db, storeId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('credential')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'token')
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}
