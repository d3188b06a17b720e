import type { ApiKey } from '@ruam/contract/open-api/keys.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { keyCredentialsOf, sharedColumns, statusNow } from './credentials.ts'

/** An API key as calls show it. */
export const keyColumns = [
  ...sharedColumns,
  'scopes',
  statusNow<ApiKey['status']>().as('status'),
  sql<string | null>`case when previous_until > now() then previous_used_at end`.as('previous_used_at'),
  'revoked_at',
] as const

/** List of fields of an API key, and when it last used each. */
export const keyList = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('credential_field')
    .select(['field_id', 'reads as read', 'writes as write', 'last_read_at', 'last_written_at'])
    .where('store_id', '=', storeId)
    .where('credential_id', '=', id)
    .orderBy('field_id')
    .execute()

/** Replaces the scopes of the version that was read; false if there is a newer one. */
export async function setScopes(db: Db, storeId: number, id: number, seen: string, scopes: Scope[]): Promise<boolean> {
  const updated = await db
    .updateTable('credential')
    .set({ scopes, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('kind', '=', 'key')
    .where('id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** One API key; undefined if the store has none with this id. */
export const findKey = (db: Db, storeId: number, id: number) =>
  keyCredentialsOf(db, storeId, 'key').select(keyColumns).where('credential.id', '=', id).executeTakeFirst()

/** Locks an API key until the transaction ends, and returns its scopes and state. */
export const lockKey = (db: Db, storeId: number, id: number) =>
  db
    .selectFrom('credential')
    .select(['scopes', statusNow<ApiKey['status']>().as('status')])
    .where('store_id', '=', storeId)
    .where('kind', '=', 'key')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

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
