import type { ApiKey } from '@ruam/contract/open-api/keys.ts'
import { CREDENTIAL_DAYS } from '@ruam/contract/platform/constants.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { sql } from 'kysely'
import { type Db, escapeLike, risenUpdatedAt } from '../../platform/core/db.ts'
import { newSecret, type Secret } from './secret.ts'

/** State of a credential now: an active one may have expired. */
const statusNow = sql<ApiKey['status']>`case when credential.status = 'active' and expires_at <= now()
  then 'expired' else credential.status end`

/** The id of the next credential, which is part of its secret. */
async function nextId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('credential', 'id'))::int as id`.execute(db)
  return rows[0]!.id
}

/** Expiry of a credential without one of its own. */
const inOneYear = sql<string>`now() + make_interval(days => ${CREDENTIAL_DAYS})`

function shown(db: Db, storeId: number) {
  return db
    .selectFrom('credential')
    .leftJoin('users', 'users.id', 'credential.created_by')
    .where('store_id', '=', storeId)
    .where('kind', '=', 'key')
}

/** An API key as calls show it. */
const columns = [
  'credential.id',
  'name',
  'scopes',
  statusNow.as('status'),
  'secret_end',
  sql<ApiKey['created_by']>`case when users.id is not null
    then json_build_object('id', users.id, 'name', btrim(users.first_name || ' ' || users.last_name)) end`.as(
    'created_by',
  ),
  'credential.created_at',
  'credential.updated_at',
  'expires_at as expired_at',
  'last_used_at',
  'last_address',
  sql<string | null>`case when previous_until > now() then previous_until end`.as('previous_until'),
  sql<string | null>`case when previous_until > now() then previous_used_at end`.as('previous_used_at'),
  'revoked_at',
] as const

interface KeyFilter {
  keyword?: string | undefined
  status?: ApiKey['status'] | undefined
}

/** API keys that match a filter. */
export function filteredKeys(db: Db, storeId: number, { keyword, status }: KeyFilter) {
  return shown(db, storeId)
    .$if(Boolean(keyword), (keys) => keys.where('name', 'ilike', `%${escapeLike(keyword!)}%`))
    .$if(status !== undefined, (keys) => keys.where(statusNow, '=', status!))
}

/** Selects a page of API keys in an order that ties cannot change. */
export const orderedKeys = (
  keys: ReturnType<typeof filteredKeys>,
  by: 'created_at' | 'name' | 'expired_at' | 'last_used_at',
  direction: 'asc' | 'desc',
) => {
  const column = {
    created_at: sql`credential.created_at`,
    name: sql`name collate "th-x-icu"`,
    expired_at: sql`expires_at`,
    last_used_at: sql`last_used_at`,
  }[by]
  return keys
    .select(columns)
    .orderBy(column, (order) => (direction === 'desc' ? order.desc().nullsLast() : order.asc().nullsLast()))
    .orderBy('credential.id', direction)
}

/** One API key; undefined if the store has none with this id. */
export const findKey = (db: Db, storeId: number, id: number) =>
  shown(db, storeId).select(columns).where('credential.id', '=', id).executeTakeFirst()

/** Locks an API key until the transaction ends, and returns its scopes and state. */
export const holdKey = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('credential')
    .select(['scopes', statusNow.as('status')])
    .where('store_id', '=', storeId)
    .where('kind', '=', 'key')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export async function keyNameExists(db: Db, storeId: number, name: string): Promise<boolean> {
  const { rows } = await sql`select from credential
    where store_id = ${storeId} and kind = 'key' and status <> 'revoked' and name_key(name) = name_key(${name})`.execute(
    db,
  )
  return rows.length > 0
}

interface NewCredential {
  kind: 'key' | 'token'
  name: string
  description: string
  scopes: Scope[]
  expiredAt: string | undefined
  userId: number
}

/** Inserts a credential. Throws if the name is taken (the index credential_name). */
export async function insertCredential(db: Db, storeId: number, made: NewCredential): Promise<Secret & { id: number }> {
  const { kind, name, description, scopes, expiredAt, userId } = made
  const id = await nextId(db)
  const secret = newSecret(kind, id)
  await sql`insert into credential (store_id, id, kind, name, description, scopes, secret_hash, secret_end, expires_at, created_by)
    overriding system value
    values (${storeId}, ${id}, ${kind}, ${name}, ${description}, ${scopes}, ${secret.secret_hash}, ${secret.secret_end},
      coalesce(${expiredAt ?? null}::timestamptz, ${inOneYear}), ${userId})`.execute(db)
  return { id, ...secret }
}

/** Revokes an API key; false if it is not active. Its former secret ends, too. */
export async function revokeKey(db: Db, storeId: number, id: number, userId: number): Promise<boolean> {
  const revoked = await db
    .updateTable('credential')
    .set({ status: 'revoked', revoked_at: sql<string>`now()`, revoked_by: userId, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('kind', '=', 'key')
    .where('id', '=', id)
    .where('status', '=', 'active')
    .returning('id')
    .executeTakeFirst()
  return revoked !== undefined
}

/** Gives an active credential a new secret and a year more; the former secret stays valid for the overlap. */
export async function rotateSecret(
  db: Db,
  storeId: number,
  id: number,
  secret: Secret,
  overlapHours: number,
): Promise<boolean> {
  const { rows } = await sql`update credential set
      previous_hash = secret_hash, previous_until = now() + make_interval(hours => ${overlapHours}), previous_used_at = null,
      secret_hash = ${secret.secret_hash}, secret_end = ${secret.secret_end},
      expires_at = greatest(expires_at, ${inOneYear}), updated_at = ${risenUpdatedAt}
    where store_id = ${storeId} and id = ${id} and status <> 'revoked' returning id`.execute(db)
  return rows.length > 0
}
