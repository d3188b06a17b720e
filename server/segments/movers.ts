import { sql } from 'kysely'
import type { Db } from '../core/db.ts'
import { bySets } from '../core/plans.ts'
import { mayBeMember } from '../membership/judge.ts'
import type { CompiledRule } from '../rules/compile.ts'

const ASKED_AT_ONCE = 5000

/** Who has to join or leave a segment, by one comparison of all whom its rule means with all who are in it; by id. Pins stay. */
export async function findMovers(db: Db, storeId: number, id: number, { means }: CompiledRule): Promise<number[]> {
  await bySets(db)
  // Who may be in no segment is asked of those alone who differ. Nearly always these are few.
  const { rows } = await sql<{ id: number }>`
    with outside as materialized (
      select id, deleted_at is not null or merged_into is not null as away from profile
      where store_id = ${storeId} and (coalesce(deleted_at, restricted_at) is not null or merged_into is not null)
    ),
    differ as (
      select coalesce(means.id, has.id) as id, means.id is not null as joins
      from ${means()} means full join (
        select profile_id as id, source from profile_label where store_id = ${storeId} and label_id = ${id}
      ) has on has.id = means.id
      where has.id is null or (means.id is null and has.source = 'rule')
    )
    -- People who are away keep what they had, for the day they come back.
    select differ.id from differ left join outside on outside.id = differ.id
    where case when joins then outside.id is null else away is not true end
    union
    -- By a key for each: who asked to be left alone and had joined before.
    select outside.id from outside where not away and (select source from profile_label x
      where x.store_id = ${storeId} and x.label_id = ${id} and x.profile_id = outside.id) = 'rule'
    order by id`.execute(db)
  return rows.map((row) => row.id)
}

/** The same among a few people, of whom each is asked by an index. */
export async function findMoversAmong(
  db: Db,
  storeId: number,
  id: number,
  { is }: CompiledRule,
  ids: readonly number[],
): Promise<number[]> {
  const movers: number[] = []
  for (let at = 0; at < ids.length; at += ASKED_AT_ONCE) {
    const { rows } = await sql<{ id: number }>`
      select p.id from (
        select id, ${mayBeMember} and (${is}) is true as so from profile
        where store_id = ${storeId} and id = any(${ids.slice(at, at + ASKED_AT_ONCE)}::bigint[]) and deleted_at is null and merged_into is null
      ) p left join profile_label x on x.store_id = ${storeId} and x.label_id = ${id} and x.profile_id = p.id
      where case when p.so then x.source is null else x.source = 'rule' end
      order by p.id`.execute(db)
    movers.push(...rows.map((row) => row.id))
  }
  return movers
}

/** Whom the rule of a segment has brought in, those who are away among them; by id. */
export async function whomItBrought(db: Db, storeId: number, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select profile_id as id from profile_label
    where store_id = ${storeId} and label_id = ${id} and source = 'rule' order by profile_id`.execute(db)
  return rows.map((row) => row.id)
}
