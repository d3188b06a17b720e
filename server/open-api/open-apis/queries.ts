import type { OpenApi } from '@ruam/contract/open-api/open-apis.ts'
import type { ApiToken } from '@ruam/contract/open-api/tokens.ts'
import { sql } from 'kysely'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'

const columns = [
  ...(['id', 'name', 'description', 'calls', 'status', 'created_at', 'updated_at'] as const),
  sql<
    OpenApi['tokens']
  >`(select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
    from open_api_token t join credential c on c.store_id = t.store_id and c.id = t.token_id
    where t.store_id = open_api.store_id and t.open_api_id = open_api.id)`.as('tokens'),
  sql<OpenApi['fields']>`(select coalesce(
      json_agg(json_build_object('field_id', f.field_id, 'read', f.reads, 'write', f.writes) order by f.field_id), '[]')
    from open_api_field f where f.store_id = open_api.store_id and f.open_api_id = open_api.id)`.as('fields'),
] as const

interface OpenApiQuery {
  offset: number
  limit: number
  keyword?: string | undefined
  status?: OpenApi['status'] | undefined
}

/** Returns a page of open APIs by name. */
export function listOpenApis(db: Db, storeId: number, query: OpenApiQuery) {
  const { keyword, status } = query
  const rows = db
    .selectFrom('open_api')
    .where('store_id', '=', storeId)
    .$if(Boolean(keyword), (some) => some.where('name', 'ilike', `%${escapeLike(keyword!)}%`))
    .$if(status !== undefined, (some) => some.where('status', '=', status!))
  return pageRows(rows, query, (page) => page.select(columns).orderBy(sql`name collate "th-x-icu"`).orderBy('id'))
}

export const findOpenApi = (db: Db, storeId: number, id: number) =>
  db.selectFrom('open_api').select(columns).where('store_id', '=', storeId).where('id', '=', id).executeTakeFirst()

interface Written {
  name: string
  description: string
  calls: string[]
}

/** Inserts an open API. Throws if the name is taken. */
export async function insertOpenApi(db: Db, storeId: number, userId: number, written: Written): Promise<number> {
  const { id } = await db
    .insertInto('open_api')
    .values({ store_id: storeId, created_by: userId, ...written })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Updates the version that was read; false if there is a newer one, or none. */
export async function updateOpenApi(
  db: Db,
  storeId: number,
  id: number,
  seen: string,
  written: Written,
): Promise<boolean> {
  const updated = await db
    .updateTable('open_api')
    .set({ ...written, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function switchOpenApi(db: Db, storeId: number, id: number, status: OpenApi['status']): Promise<boolean> {
  const updated = await db
    .updateTable('open_api')
    .set({ status, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

export async function deleteOpenApi(db: Db, storeId: number, id: number): Promise<boolean> {
  const deleted = await db
    .deleteFrom('open_api')
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Ids of which the store has no API token. */
export async function unknownTokens(db: Db, storeId: number, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from unnest(${ids}::int[]) id
    where not exists (select from credential c where c.store_id = ${storeId} and c.id = id and c.kind = 'token')`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Links of an open API, or of a token, replaced as a whole. */
export async function linkTokens(
  db: Db,
  storeId: number,
  of: 'open_api_id' | 'token_id',
  id: number,
  others: readonly number[],
): Promise<void> {
  const other = of === 'open_api_id' ? 'token_id' : 'open_api_id'
  await db
    .deleteFrom('open_api_token')
    .where('store_id', '=', storeId)
    .where(of, '=', id)
    .where(other, '<>', sql<number>`all(${others}::int[])`)
    .execute()
  if (others.length > 0)
    await sql`insert into open_api_token (store_id, ${sql.ref(of)}, ${sql.ref(other)})
      select ${storeId}::int, ${id}::int, other from unnest(${others}::int[]) other order by other
      on conflict do nothing`.execute(db)
}

/** API tokens to choose from. */
export async function tokensToChoose(db: Db, storeId: number) {
  const { rows } = await sql<{ id: number; name: string; status: ApiToken['status'] }>`
    select id, name, case when status = 'active' and expires_at <= now() then 'expired' else status end as status
    from credential where store_id = ${storeId} and kind = 'token' order by name collate "th-x-icu", id`.execute(db)
  return rows
}
