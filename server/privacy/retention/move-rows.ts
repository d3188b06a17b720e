import { sql } from 'kysely'
import { afterProfilesChanged } from '../../customers/changes/after-profiles-changed.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import { survivorsOf } from '../../customers/profiles/survivors.ts'
import type { Db } from '../../database/db.ts'
import { isSettled } from './expired.ts'

interface Moved {
  profile_id: number
  type_id: number
}

/**
 * Moves activities and their lines to the rows of a round, where no list, rule or program finds them. Leaves out those that are not over any
 * more. Returns how many it moved. Profiles are locked in the order of their ids, as by every writer.
 */
export async function hideRows(
  db: Db,
  storeId: number,
  round: { id: number; before: string },
  ids: readonly number[],
): Promise<number> {
  await sql`select id from profile where store_id = ${storeId} and id = any(array(
    select profile_id from activity where store_id = ${storeId} and id = any(${ids}::bigint[]))) order by id for no key update`.execute(
    db,
  )
  const { rows } = await sql<{ activity_id: number }>`
    insert into retention_row (store_id, round_id, activity_id, profile_id, activity, lines)
    select a.store_id, ${round.id}::int, a.id, a.profile_id, to_jsonb(a),
      (select jsonb_agg(to_jsonb(l) order by l.id) from purchase_line l where l.store_id = a.store_id and l.activity_id = a.id)
    from activity a
    where a.store_id = ${storeId} and a.id = any(${ids}::bigint[]) and a.activity_at < ${round.before}::timestamptz
      and ${isSettled(storeId)}
    order by a.id for update of a
    returning activity_id`.execute(db)
  const hidden = rows.map(({ activity_id }) => activity_id)
  await sql`delete from purchase_line where store_id = ${storeId} and activity_id = any(${hidden}::bigint[])`.execute(
    db,
  )
  const gone = await sql<Moved>`
    delete from activity where store_id = ${storeId} and id = any(${hidden}::bigint[]) returning profile_id, type_id`.execute(
    db,
  )
  await evaluate(db, storeId, gone.rows)
  return hidden.length
}

/**
 * Puts rows of a round back as they were. Merged customers get theirs at the profile that stays. Rows whose customer or type is no longer
 * there, or whose reference was sent once more, are dropped. Returns how many came back.
 */
export async function returnRows(db: Db, storeId: number, roundId: number, ids: readonly number[]): Promise<number> {
  const { rows } = await sql<{ activity_id: number; profile_id: number }>`
    select activity_id, profile_id from retention_row
    where store_id = ${storeId} and round_id = ${roundId} and activity_id = any(${ids}::bigint[]) order by activity_id for update`.execute(
    db,
  )
  const owners = [...new Set(rows.map(({ profile_id }) => profile_id))]
  const survivors = await survivorsOf(db, storeId, owners)
  const present = owners.map((id) => survivors.get(id) ?? id)
  await sql`select id from profile where store_id = ${storeId} and id = any(${present}::bigint[]) order by id for no key update`.execute(
    db,
  )
  // Programs and automations heard of them when they were new.
  await sql`select set_config('ruam.put_back', 'on', true)`.execute(db)
  const back = await sql<Moved & { id: number }>`
    with owner as (select * from unnest(${owners}::bigint[], ${present}::bigint[]) o (was, is_now))
    insert into activity overriding system value
    select a.* from retention_row r
    join owner o on o.was = r.profile_id
    cross join lateral jsonb_populate_record(null::activity, r.activity || jsonb_build_object('profile_id', o.is_now)) a
    join profile p on p.store_id = r.store_id and p.id = o.is_now
    join activity_type t on t.store_id = r.store_id and t.id = a.type_id
    where r.store_id = ${storeId} and r.round_id = ${roundId} and r.activity_id = any(${ids}::bigint[])
    order by a.id
    on conflict do nothing
    returning id, profile_id, type_id`.execute(db)
  const returned = back.rows.map(({ id }) => id)
  await sql`insert into purchase_line overriding system value
    select l.* from retention_row r cross join lateral jsonb_populate_recordset(null::purchase_line, r.lines) l
    where r.store_id = ${storeId} and r.round_id = ${roundId} and r.activity_id = any(${returned}::bigint[])
      and jsonb_typeof(r.lines) = 'array' order by l.id`.execute(db)
  await sql`delete from retention_row where store_id = ${storeId} and round_id = ${roundId} and activity_id = any(${ids}::bigint[])`.execute(
    db,
  )
  await evaluate(db, storeId, back.rows)
  return returned.length
}

/** Segments, counters and figures follow their customers' activities. */
async function evaluate(db: Db, storeId: number, moved: readonly Moved[]): Promise<void> {
  if (moved.length === 0) return
  const types = [...new Set(moved.map(({ type_id }) => type_id))]
  const ids = [...new Set(moved.map(({ profile_id }) => profile_id))]
  await afterProfilesChanged(db, storeId, 'import', { judged: { ids, reads: types.map(dependency.activity) } })
}
