import { sql } from 'kysely'
import { CAP_DAYS } from '../../broadcasts/audience/asked.ts'
import { refusals } from '../../broadcasts/audience/refusals.ts'
import { countsForCap } from '../../broadcasts/records/kind.ts'
import { type SettingRow, settingsOf } from '../../broadcasts/settings/queries.ts'
import { quietUntil } from '../../broadcasts/settings/quiet-hours.ts'
import { standingOfEach } from '../../customers/consents/standing.ts'
import { oncePerWorld } from '../records/once-per-world.ts'
import type { Due, StepOf, Version, World } from '../records/world.ts'

/** A message that a pause, a restriction or a stopped server held up for longer comes too late. */
const LATE_MS = 86_400_000

/** Reasons for which a customer does not get a due message. The run goes on. */
type Refusal = 'not_linked' | 'blocked' | 'withdrawn' | 'under_age' | 'unknown_consent' | 'capped' | 'late'

type Verdict = { passes: true } | { skipped: Refusal } | { put_off: 'quiet_hours'; until: string }

export const settingsOfWorld = oncePerWorld(({ db, storeId }) => settingsOf(db, storeId))

/**
 * Evaluates the guards of the store for due messages, each at its moment: LINE, consent, the cap, then the quiet hours, whose end a message
 * waits for. The sender checks again when it builds the message.
 */
export async function guard(
  world: World,
  { definition }: Version,
  step: StepOf<'message'>,
  due: readonly Due[],
): Promise<ReadonlyMap<number, Verdict>> {
  const settings = await settingsOfWorld(world)
  const { unknown_consent, weekly_cap: weeklyCap } = settings
  const [purposeId, skipsUnknown] = [step.purpose_id, unknown_consent === 'skip']
  const asked = {
    storeId: world.storeId,
    purpose: sql`${purposeId}::int`,
    channel: 'line',
    at: sql`m.at`,
  } as const
  const { rows } = await sql<{ profile_id: number; reason: Refusal | null }>`
    select m.profile_id, case
        when f.external_id is null then 'not_linked'
        ${refusals({ purposeId, skipsUnknown, weeklyCap, sent: sentTo(world) })}
      end as reason
    from unnest(${due.map(({ profile_id }) => profile_id)}::bigint[], ${due.map(({ at }) => at)}::timestamptz[]) m (profile_id, at)
    left join lateral (
      select external_id, status from channel_friend
      where store_id = ${world.storeId} and profile_id = m.profile_id and channel_type in ('lineOA', 'lineModule')
        and channel_id = ${definition.channel_id}::int
      order by status desc, since desc, external_id limit 1) f on true
    left join lateral (
      select s.user_id, s.lifted from line_stop s
      where s.store_id = ${world.storeId} and s.user_id = f.external_id offset 0) s on true
    left join lateral (
      select p.birth_date from profile p where p.store_id = ${world.storeId} and p.id = m.profile_id offset 0) p on true
    ${standingOfEach(asked, { id: sql`m.profile_id`, birth: sql`p.birth_date` })}`.execute(world.db)
  const dues = new Map(due.map((one) => [one.profile_id, one]))
  const quiet = quietHours(settings, world.timeZone)
  return new Map(
    rows.map(({ profile_id, reason }): [number, Verdict] => {
      const { at, due_at } = dues.get(profile_id)!
      if (Date.parse(at) - Date.parse(due_at) > LATE_MS) return [profile_id, { skipped: 'late' }]
      if (reason) return [profile_id, { skipped: reason }]
      const until = quiet(at)
      return [profile_id, until === null ? { passes: true } : { put_off: 'quiet_hours', until }]
    }),
  )
}

/** Number of messages that the customer of a row `m` got, or waits for, in the days before its moment. */
const sentTo = ({ storeId }: World) => sql`(
    select count(*) from broadcast_recipient o where o.store_id = ${storeId} and o.profile_id = m.profile_id
      and o.status in ('accepted', 'unknown', 'queued') and o.updated_at > m.at - make_interval(days => ${CAP_DAYS}::int)
      and ${countsForCap(storeId, sql`o.broadcast_id`)})`

/** Returns the function that returns the end of the quiet hours at an instant. A set mostly shares its instants. */
function quietHours(settings: SettingRow, timeZone: string): (at: string) => string | null {
  const ends = new Map<string, string | null>()
  return (at) => {
    const found = ends.get(at)
    if (found !== undefined) return found
    const until = quietUntil(settings, new Date(at), timeZone)?.toISOString() ?? null
    ends.set(at, until)
    return until
  }
}
