import type { Definition } from '@ruam/contract/automations/definition.ts'
import { type RawBuilder, sql } from 'kysely'
import { isDrawnOut } from '../../broadcasts/audience/draw.ts'
import type { Candidate, Version, World } from '../records/world.ts'
import { dueTimes, flowOf } from './flow.ts'

/**
 * Days without an entry for which a customer waits who enters once a year. One fewer than a year: the anniversary of 29 February moves by a
 * day, and a time of day or a zone may change.
 */
const YEAR_DAYS = 364

interface Entered {
  run_id: number
  profile_id: number
}

/**
 * Starts a run for each candidate that the version lets enter: live, not restricted, not on the way in it or in another automation of its
 * group, not too soon, and with a cause that started no run before. One candidate of a customer enters, the earliest.
 */
export async function enter(world: World, version: Version, candidates: readonly Candidate[]): Promise<Entered[]> {
  const { db, storeId, timeZone } = world
  const { first } = flowOf(version.definition)
  if (!first || candidates.length === 0) return []
  const [draw, dueAt] = [world.draw(version), dueTimes(timeZone)]
  const { rows } = await sql<Entered>`
    with candidate as materialized (
      select * from unnest(${candidates.map(({ profile_id }) => profile_id)}::bigint[], ${candidates.map(({ at }) => at)}::timestamptz[],
        ${candidates.map(({ at }) => dueAt(first, at))}::timestamptz[], ${candidates.map(({ cause }) => cause)}::text[],
        ${candidates.map(({ detail }) => JSON.stringify(detail))}::jsonb[]) c (profile_id, at, due_at, cause, detail)
    ),
    -- Locked against an erasure, which leaves no run behind.
    live as materialized (
      select id from profile where store_id = ${storeId} and id = any(array(select profile_id from candidate))
        and deleted_at is null and merged_into is null and restricted_at is null
      order by id for key share
    ),
    able as (
      select distinct on (c.profile_id) c.* from candidate c
      where c.profile_id in (select id from live)
        and not exists (
          select from automation_run r where r.store_id = ${storeId} and r.automation_id = ${version.automation_id}
            and r.profile_id = c.profile_id and (r.ended_at is null or r.cause = c.cause or ${isTooSoon(version.definition)}))
        and ${isFreeOfGroup(world, version)}
      order by c.profile_id, c.at, c.cause
    ),
    entered as (
      insert into automation_run (store_id, automation_id, version, profile_id, entered_at, cause, detail, step, due_at, held_out, acts)
      select ${storeId}, ${version.automation_id}, ${version.version}, profile_id, at, cause, detail, ${first.id}, due_at,
        ${draw ? isDrawnOut(sql`profile_id`, draw) : sql`false`}, 1
      from able order by at, profile_id
      on conflict do nothing
      returning id, profile_id, entered_at, cause
    )
    insert into automation_act (store_id, run_id, nth, automation_id, profile_id, at, kind, outcome)
    select ${storeId}, id, 1, ${version.automation_id}, profile_id, entered_at, 'entered', cause from entered
    returning run_id, profile_id`.execute(db)
  return rows
}

/** Condition for an earlier run `r` that keeps a candidate `c` out. */
function isTooSoon({ repeat }: Definition): RawBuilder<boolean> {
  if (repeat.kind === 'once') return sql`true`
  const days = repeat.kind === 'yearly' ? YEAR_DAYS : repeat.days
  return sql`r.entered_at > c.at - make_interval(days => ${days}::int)`
}

/** Condition for a candidate `c` who is on the way in no other automation of the group. */
function isFreeOfGroup({ storeId }: World, { automation_id, definition }: Version): RawBuilder<boolean> {
  if (definition.group === null) return sql`true`
  return sql`not exists (
    select from automation_run o
      join automation_version v on v.store_id = o.store_id and v.automation_id = o.automation_id and v.version = o.version
    where o.store_id = ${storeId} and o.profile_id = c.profile_id and o.ended_at is null
      and o.automation_id <> ${automation_id} and v.definition ->> 'group' = ${definition.group})`
}
