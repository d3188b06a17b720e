import type { ApiToken } from '@ruam/contract/open-api/tokens.ts'
import { sql } from 'kysely'
import { type Db, risenUpdatedAt } from '../../database/db.ts'
import { renameProgramSource } from '../../imports/data-sources/program-sources.ts'
import { keyCredentialsOf, sharedColumns, statusNow } from '../keys/credentials.ts'

/** An API token as calls show it. */
export const tokenColumns = [
  ...sharedColumns,
  'description',
  statusNow<ApiToken['status']>().as('status'),
  sql<
    ApiToken['open_apis']
  >`(select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name, a.id), '[]')
    from open_api_token t join open_api a on a.store_id = t.store_id and a.id = t.open_api_id
    where t.store_id = credential.store_id and t.token_id = credential.id)`.as('open_apis'),
] as const

/** One API token; undefined if the store has none with this id. */
export const findToken = (db: Db, storeId: number, id: number) =>
  keyCredentialsOf(db, storeId, 'token').select(tokenColumns).where('credential.id', '=', id).executeTakeFirst()

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
  if (updated && name !== undefined) await renameProgramSource(db, storeId, id, name)
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
