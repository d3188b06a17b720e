import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { isLive } from '../fields/live.ts'
import { faultsOf } from '../rules/check.ts'
import { compileRule } from '../rules/compile.ts'
import { ruleContext } from '../rules/context.ts'
import { mayBeMember } from './evaluate.ts'
import { lockSegment } from './segments.ts'
import { normalizeRule } from './stored-rule.ts'

/** Counts joined and left profiles. */
export interface Turnover {
  joined: number
  left: number
}

export const nobodyMoved: Turnover = { joined: 0, left: 0 }

interface Moving {
  nowOf: (db: Db) => Promise<Date>
  /** A broken rule matches no profile. Otherwise, a rule that breaks meanwhile moves none. */
  broken: boolean
}

/**
 * Locks profiles, evaluates them for one segment and moves those that differ, in one statement. A segment that is deleted, or is being
 * deleted, moves none. Pins stay.
 */
export async function moveMany(
  db: Db,
  storeId: number,
  ids: readonly number[],
  id: number,
  { nowOf, broken }: Moving,
): Promise<Turnover> {
  await sql`select count(*) from (
    select from profile where store_id = ${storeId} and id = any(${ids}::bigint[]) order by id for no key update) held`.execute(
    db,
  )
  const segment = await lockSegment(db, storeId, id)
  if (!segment) return nobodyMoved
  const whole = normalizeRule(segment.rule)
  const context = await ruleContext(db, storeId, [whole], await nowOf(db))
  if (faultsOf(whole, context).length > 0) return broken ? emptied(db, storeId, ids, id) : nobodyMoved
  return moveLocked(db, storeId, ids, id, compileRule(whole, context).is)
}

/** Moves those of people who are held who should be in a segment and are not, or the other way round. */
export async function moveLocked(
  db: Db,
  storeId: number,
  ids: readonly number[],
  id: number,
  is: RawBuilder<boolean>,
): Promise<Turnover> {
  const { rows } = await sql<Turnover>`
    with people as materialized (
      select id, ${mayBeMember} and (${is}) is true as so from profile
      where store_id = ${storeId} and id = any(${ids}::bigint[]) and ${isLive()}
    ),
    joins as (
      insert into profile_label (store_id, label_id, profile_id, source)
      select ${storeId}, ${id}, id, 'rule' from people where so
      on conflict (store_id, label_id, profile_id) do nothing
      returning 1
    ),
    leaves as (${membersByRule(storeId, id, sql`(select id from people where not so)`)} returning profile_id),
    departures as (${departed(storeId, id, sql`leaves`)})
    select (select count(*) from joins) as joined, (select count(*) from leaves) as left`.execute(db)
  return rows[0]!
}

/** Removes memberships that a broken rule gave. Includes deleted profiles, which are not counted, so that none returns with one. */
async function emptied(db: Db, storeId: number, ids: readonly number[], id: number): Promise<Turnover> {
  const { rows } = await sql<{ left: number }>`
    with gone as (
      ${membersByRule(storeId, id, sql`unnest(${ids}::bigint[])`)} returning profile_id
    ),
    departures as (${departed(storeId, id, sql`gone`)})
    select count(*) as left from gone join profile p on p.store_id = ${storeId} and p.id = gone.profile_id
    where p.deleted_at is null and p.merged_into is null`.execute(db)
  return { joined: 0, left: rows[0]!.left }
}

/**
 * Deletes memberships that the rule gave, of these people. Each row is looked up by its key and deleted by its place: a join with the label's
 * members, or an array of people, may be planned as a scan of all members for each of them. The wall's own condition would be planned for
 * this store, which seems to have one row if the statistics do not know it: the store is named as well.
 */
const membersByRule = (storeId: number, id: number, people: RawBuilder<unknown>) => sql`
      delete from profile_label where store_id = ${storeId} and source = 'rule' and ctid = any(array(
        select x.place from ${people} who (id) cross join lateral (
          select ctid as place from profile_label
          where store_id = ${storeId} and label_id = ${id} and profile_id = who.id offset 0) x))`

/** Records departures of the rows that `from` deleted. */
const departed = (storeId: number, id: number, from: RawBuilder<unknown>) => sql`
      insert into segment_departure (store_id, label_id, profile_id)
      select ${storeId}, ${id}::int, profile_id from ${from} order by profile_id
      on conflict (store_id, label_id, profile_id) do update set left_at = excluded.left_at`
