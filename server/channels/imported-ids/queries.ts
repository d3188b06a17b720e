import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { channelScope } from '../inbox/people.ts'

/** A LINE user id of a customer, and the accounts that may have it as a friend. */
interface UnaskedId {
  value: string
  /** Accounts in use of the id's provider, or of any while that is unknown, that have not met the id. */
  channel_ids: number[]
}

/** Returns the next ids that LINE was not asked about, by value. */
export async function unaskedIds(db: Db, storeId: number, after: string, limit: number): Promise<UnaskedId[]> {
  const { rows } = await sql<UnaskedId>`
    with ids as materialized (
      select i.value, array_agg(i.scope) as scopes from identity i
      cross join lateral (select deleted_at, merged_into from profile
        where store_id = ${storeId} and id = i.profile_id offset 0) p
      where i.store_id = ${storeId} and i.kind = 'line' and i.asked_at is null and i.value > ${after}
        and p.deleted_at is null and p.merged_into is null
      group by i.value order by i.value limit ${limit}
    )
    select ids.value, array(select c.id from channel c
      where c.store_id = ${storeId} and c.type in ('lineOA', 'lineModule') and c.status = 'active'
        and ('' = any(ids.scopes) or ${channelScope} = any(ids.scopes))
        and not exists (select from channel_friend f where f.store_id = ${storeId} and f.channel_type = c.type
          and f.channel_id = c.id and f.external_id = ids.value) order by c.id) as channel_ids
    from ids order by ids.value`.execute(db)
  return rows
}

/** Returns the live profiles that hold these ids, locked until the transaction ends. */
export async function lockOwners(db: Db, storeId: number, values: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ value: string; profile_id: number }>`
    select i.value, p.id as profile_id from profile p
    join identity i on i.store_id = ${storeId} and i.profile_id = p.id and i.kind = 'line' and i.value = any(${values}::text[])
    where p.store_id = ${storeId} and p.deleted_at is null and p.merged_into is null
      and p.id = any(array(select profile_id from identity
        where store_id = ${storeId} and kind = 'line' and value = any(${values}::text[])))
    order by p.id for no key update of p`.execute(db)
  return new Map(rows.map(({ value, profile_id }) => [value, profile_id]))
}

export async function countUnasked(db: Db, storeId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct value)::int as n from identity
    where store_id = ${storeId} and kind = 'line' and asked_at is null`.execute(db)
  return rows[0]!.n
}

/** Returns the scope of the user ids of an account. */
export async function scopeOf(db: Db, storeId: number, channelId: number): Promise<string | undefined> {
  const { rows } = await sql<{ scope: string }>`
    select ${channelScope} as scope from channel c where c.store_id = ${storeId} and c.id = ${channelId}`.execute(db)
  return rows[0]?.scope
}

/** Returns the LINE accounts in use. */
export async function activeAccounts(db: Db, storeId: number) {
  const { rows } = await sql<{ id: number; type: 'lineOA' | 'lineModule'; scope: string }>`
    select c.id, c.type, ${channelScope} as scope from channel c
    where c.store_id = ${storeId} and c.type in ('lineOA', 'lineModule') and c.status = 'active' order by c.id`.execute(
    db,
  )
  return rows
}
