import type { WatchSchedule } from '@ruam/contract/watches/watches.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import type { WatchRow } from './queries.ts'

/** Minutes between two looks from the hour of a day on: until a file has come, and for an hour after each. */
const LOOK_AGAIN = 10
/** Minutes between the later looks of that day, for files that follow. */
const LOOK_LATER = 60

/** True if a look is due, as auth.stores_with_due_watches says. One that lies ahead was made before the clock was set back. */
export const isLookDue = sql<boolean>`(next_look_at <= now() or (next_look_at is not null and looked_at > now() + interval '1 hour'))`

/** Instant of an hour of a day of the store, counted in days from today. */
const hourOf = (days: number, hour: number) =>
  sql`((date_trunc('day', now() at time zone s.time_zone) + make_interval(days => ${days}::int, hours => ${hour}::int))
    at time zone s.time_zone)`

/** Contents that a restore remembers have no name. */
const came = (when: ReturnType<typeof sql>) => sql`exists (select from watch_file f
  where f.store_id = w.store_id and f.watch_id = w.id and f.name <> '' and ${when})`
const cameSince = (from: ReturnType<typeof sql>) => came(sql`f.arrived_at >= ${from}`)

/** Expression for the next look at a place, over `w` and `s`. An hour that the clock skips or repeats is one instant, as PostgreSQL reads it. */
function nextLook({ looks }: WatchSchedule) {
  if ('every_minutes' in looks) return sql`now() + make_interval(mins => ${looks.every_minutes}::int)`
  const today = hourOf(0, looks.after_hour)
  const hourAgo = sql`now() - make_interval(mins => ${LOOK_LATER}::int)`
  return sql`case when now() < ${today} then ${today}
    else least(now() + make_interval(mins => case when ${cameSince(today)} and not ${cameSince(hourAgo)}
      then ${LOOK_LATER}::int else ${LOOK_AGAIN}::int end), ${hourOf(1, looks.after_hour)}) end`
}

/** A member waits for the answer to a file: the chat is looked at every minute. */
const everyMinute = sql`now() + interval '1 minute'`

type Scheduled = Pick<WatchRow, 'id' | 'place' | 'schedule'>

/** Sets the next look of an active watch by its schedule. */
export async function scheduleLook(db: Db, storeId: number, { id, place, schedule }: Scheduled) {
  const next = place.kind === 'line_chat' ? everyMinute : nextLook(schedule)
  await sql`update watch w set next_look_at = ${next} from store s
    where w.store_id = ${storeId} and w.id = ${id} and w.status = 'active' and s.store_id = w.store_id`.execute(db)
}

/** True if the hour of a day is past without a file, once a day. Notes the day. */
export async function notesMissing(
  db: Db,
  storeId: number,
  { id, schedule: { due_hour, closed_days } }: Pick<WatchRow, 'id' | 'schedule'>,
): Promise<boolean> {
  if (due_hour === null) return false
  const due = hourOf(0, due_hour)
  const { rows } = await sql`update watch w set missed_on = (now() at time zone s.time_zone)::date from store s
    where w.store_id = ${storeId} and w.id = ${id} and w.status = 'active' and s.store_id = w.store_id
      and now() >= ${due} and extract(isodow from now() at time zone s.time_zone)::int <> all(${closed_days}::int[])
      and w.missed_on is distinct from (now() at time zone s.time_zone)::date
      -- The day on which the watch began has no past to judge by.
      and w.created_at < ${due}
      and not ${cameSince(hourOf(0, 0))}
    returning 1`.execute(db)
  return rows.length > 0
}

/** Days that closed days are proposed from. */
const PAST_DAYS = 35

/** Proposes the weekdays (1 to 7) on which no file came in the last five weeks. None for a watch with a shorter past. */
export async function proposedClosedDays(db: Db, storeId: number, id: number): Promise<number[]> {
  const from = hourOf(-PAST_DAYS, 0)
  const { rows } = await sql<{ day: number }>`
    select d.day from store s join watch w on w.store_id = s.store_id and w.id = ${id} cross join generate_series(1, 7) d (day)
    where s.store_id = ${storeId} and ${came(sql`f.arrived_at < ${from}`)} and ${cameSince(from)}
      and not ${came(sql`f.arrived_at >= ${from} and extract(isodow from f.arrived_at at time zone s.time_zone) = d.day`)}
    order by d.day`.execute(db)
  return rows.map(({ day }) => day)
}
