import { sql } from 'kysely'
import { lineScope as scopeOf } from '../../customers/changes/line-accounts.ts'
import type { Db } from '../../database/db.ts'

/** Settles whether two accounts that met the same users are of one provider. Returns false if either is gone. */
export async function settleProvider(
  db: Db,
  storeId: number,
  { id, other, same }: { id: number; other: number; same: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    with pair as materialized (
      select c.id, c.provider, c.name from channel c
      where c.store_id = ${storeId} and c.id = any(${[id, other]}::int[]) and c.type in ('lineOA', 'lineModule') order by c.id for update
    ),
    named as (
      select coalesce(one.provider, two.provider, one.name) as provider from pair one, pair two where one.id = ${id} and two.id = ${other}
    )
    update channel c set shared_with = array_remove(array_remove(c.shared_with, ${id}::int), ${other}::int),
      provider = case when ${same} then named.provider else c.provider end, updated_at = clock_timestamp()
    from named where c.store_id = ${storeId} and c.id in (select id from pair)
    returning c.id`.execute(db)
  if (rows.length < 2) return false
  if (same) await renameScopes(db, storeId, [id, other])
  return true
}

/** Brings identities in step with providers that were renamed or joined. */
export async function renameScopes(db: Db, storeId: number, ids: readonly number[]): Promise<void> {
  await sql`
    insert into identity (store_id, kind, scope, value, profile_id, kept)
    select distinct on (i.value, ${scopeOf}) ${storeId}::int, 'line', ${scopeOf}, i.value, i.profile_id, i.kept
    from channel c
    join channel_friend f on f.store_id = ${storeId} and f.channel_id = c.id and f.channel_type = c.type
    join identity i on i.store_id = ${storeId} and i.kind = 'line' and i.value = f.external_id
    where c.store_id = ${storeId} and c.id = any(${ids}::int[])
    order by i.value, ${scopeOf}
    on conflict do nothing`.execute(db)
  // Scopes that no account has any more. An id that only they held is one of an unknown provider.
  await sql`
    with gone as (
      delete from identity i where i.store_id = ${storeId} and i.kind = 'line' and i.scope <> ''
        and i.scope not in (select ${scopeOf} from channel c where c.store_id = ${storeId})
      returning i.value, i.profile_id, i.kept
    )
    insert into identity (store_id, kind, scope, value, profile_id, kept)
    select distinct on (gone.value) ${storeId}::int, 'line', '', gone.value, gone.profile_id, gone.kept from gone
    where not exists (select from identity i join channel c on c.store_id = ${storeId} and i.scope = ${scopeOf}
      where i.store_id = ${storeId} and i.kind = 'line' and i.value = gone.value)
    order by gone.value
    on conflict do nothing`.execute(db)
}

/** Returns accounts by id, with their names, for those that other accounts name. */
export async function accountNames(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('channel')
    .select(['id', 'name'])
    .where('store_id', '=', storeId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
