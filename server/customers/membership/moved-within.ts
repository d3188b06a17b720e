import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { recentSince } from './departures.ts'

/** Moves of some profiles by one segment. */
interface SegmentMoves {
  id: number
  name: string
  joined: number
  left: number
  /** True if the segment is still to be calculated. */
  pending: boolean
}

interface Act {
  from: string
  to: string
  /** Query of `profile_id`. */
  profiles: RawBuilder<unknown>
}

/**
 * Returns the segments that profiles have joined or left from the beginning of an act to the calculation that followed it. Null of an act that
 * is not recent: departures are forgotten.
 */
export async function movedWithin(db: Db, storeId: number, act: Act): Promise<SegmentMoves[] | null> {
  const recent = await sql<{ is: boolean }>`select ${act.to}::timestamptz >= ${recentSince} as is`.execute(db)
  if (!recent.rows[0]!.is) return null
  const { rows } = await sql<SegmentMoves>`
    with these as materialized (${act.profiles}),
    one as materialized (${segmentsAfter(storeId, act.to)}),
    joined as (${joinedIn(storeId, act.from)}),
    gone as (${leftIn(storeId, act.from)})
    select one.id, one.name, one.pending, coalesce(joined.people, 0) as joined, coalesce(gone.people, 0) as left
    from one left join joined using (id) left join gone using (id)
    where one.pending or joined.people > 0 or gone.people > 0
    order by coalesce(joined.people, 0) + coalesce(gone.people, 0) desc, one.id`.execute(db)
  return rows
}

/** Automatic segments with the end of the first calculation after an act. A second more, since its rows have times of their own. */
const segmentsAfter = (storeId: number, to: string) => sql`
  select s.label_id as id, l.name, s.wanted > s.done as pending, coalesce((
    select min(e.started_at + make_interval(secs => e.milliseconds / 1000.0::double precision + 1)) from segment_evaluation e
    where e.store_id = s.store_id and e.label_id = s.label_id
      and e.started_at >= ${to}::timestamptz and e.started_at < ${to}::timestamptz + interval '1 hour'
  ), ${to}::timestamptz) as until
  from segment s join label l on l.store_id = s.store_id and l.id = s.label_id
  where s.store_id = ${storeId} and l.auto_apply_enabled`

const joinedIn = (storeId: number, from: string) => sql`
  select one.id, count(*) as people from one join profile_label m on m.store_id = ${storeId} and m.label_id = one.id
  where m.source = 'rule' and m.created_at >= ${from}::timestamptz and m.created_at <= one.until
    and m.profile_id in (select profile_id from these)
  group by one.id`

const leftIn = (storeId: number, from: string) => sql`
  select one.id, count(*) as people from one join segment_departure d on d.store_id = ${storeId} and d.label_id = one.id
  where d.left_at >= ${from}::timestamptz and d.left_at <= one.until and d.profile_id in (select profile_id from these)
    and not exists (select from profile_label m where m.store_id = d.store_id and m.label_id = d.label_id
      and m.profile_id = d.profile_id and m.source <> 'manual_remove')
  group by one.id`
