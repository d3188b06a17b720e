import { sql } from 'kysely'
import { afterProfilesChanged } from '../../customers/changes/after-profiles-changed.ts'
import { publishChanged } from '../../customers/changes/publish-change.ts'
import { touching } from '../../customers/changes/touch.ts'
import { hasWithdrawn, versionInUse } from '../../customers/consents/standing.ts'
import { type TypePurpose, typeOfPurpose } from '../../customers/fields/purpose-type.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import type { Db } from '../../database/db.ts'
import { applyFriendStates } from '../friends/apply-states.ts'
import type { InboxEvent } from './read-inbox.ts'
import { stopOf } from './stop-of.ts'

const activities: Readonly<Record<string, TypePurpose>> = {
  'line follow': 'line_follow',
  'line unfollow': 'line_unfollow',
  'line message': 'line_message',
  'line postback': 'line_postback',
  'facebook message': 'facebook_message',
  'facebook postback': 'facebook_postback',
}

const activityOf = ({ channel, event }: InboxEvent): TypePurpose | undefined =>
  activities[`${channel.kind} ${event.type}`]

/** True if the user of an event wants nothing more. */
export const isStop = ({ event, stops }: InboxEvent): boolean => stops || stopOf(event) === 'stop'

export interface IdentifiedEvent extends InboxEvent {
  profileId: number | null
}

/** Applies the friend states of events, whose profiles may be unknown yet. */
export async function applyFriends(db: Db, storeId: number, events: readonly IdentifiedEvent[]): Promise<void> {
  const states = events.flatMap(({ event, channel, userId, profileId }) =>
    event.type === 'unfollow' || event.type === 'follow' || event.type === 'message' || event.type === 'postback'
      ? {
          channel_type: channel.type,
          channel_id: channel.id,
          external_id: userId,
          profile_id: profileId,
          // Only a friend can write or press a button.
          status: event.type === 'unfollow' ? ('blocked' as const) : ('friend' as const),
          at: event.timestamp,
        }
      : [],
  )
  await applyFriendStates(db, storeId, states)
}

/** Writes an activity for each event of a known profile, and withdraws the consents of users who asked to stop. */
export async function applyActivities(db: Db, storeId: number, events: readonly IdentifiedEvent[]): Promise<void> {
  const known = events.filter((one) => one.profileId !== null && activityOf(one) !== undefined)
  if (known.length === 0) return
  const types = new Map<TypePurpose, number>()
  for (const one of known) {
    const purpose = activityOf(one)!
    if (!types.has(purpose)) types.set(purpose, await typeOfPurpose(db, storeId, purpose))
  }
  const ids = [...new Set(known.map(({ profileId }) => profileId!))].sort((a, b) => a - b)
  // Holds the profiles, which may have been deleted since they were found.
  const { rows: touched } = await touching(storeId, sql`${ids}::bigint[]`).execute(db)
  const live = new Set(touched.map(({ id }) => id))
  const rows = known
    .filter(({ profileId }) => live.has(profileId!))
    .map((one) => ({
      ...{ profile_id: one.profileId, type_id: types.get(activityOf(one)!) },
      ...{ at: one.event.timestamp, channel_id: one.channel.id },
    }))
  await sql`
    insert into activity (store_id, profile_id, type_id, activity_at, channel_id)
    select ${storeId}, profile_id, type_id, to_timestamp(at / 1000.0), channel_id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (profile_id bigint, type_id int, at bigint, channel_id int)`.execute(
    db,
  )
  const stopped = known.filter((event) => live.has(event.profileId!) && isStop(event))
  const purposes = new Set<number>()
  for (const kind of ['line', 'facebook'] as const) {
    const users = stopped.filter(({ channel }) => channel.kind === kind)
    for (const purpose of await withdrawConsents(db, storeId, kind, users)) purposes.add(purpose)
  }
  const reads = [...[...types.values()].map(dependency.activity), ...[...purposes].map(dependency.consent)]
  await afterProfilesChanged(db, storeId, 'line', {
    activities: rows.length,
    judged: { ids: [...live].sort((a, b) => a - b), reads },
  })
  await publishChanged(db, storeId, null, [...live])
}

/** Withdraws every purpose that is not withdrawn yet. Returns the purposes. */
async function withdrawConsents(
  db: Db,
  storeId: number,
  source: 'line' | 'facebook',
  users: readonly IdentifiedEvent[],
): Promise<number[]> {
  if (users.length === 0) return []
  const ids = new Map(users.map(({ profileId, userId, logId }) => [profileId!, { userId, logId }]))
  const { rows } = await sql<{ purpose_id: number }>`
    insert into consent_entry (store_id, profile_id, purpose_id, status, source, external_id, version, evidence)
    select ${storeId}, p.id, c.id, 'withdrawn', ${source}, p.user_id, ${versionInUse(storeId, sql`c.id`)},
      jsonb_build_object('way', 'chat', 'event', p.event)
    from unnest(${[...ids.keys()]}::bigint[], ${[...ids.values()].map(({ userId }) => userId)}::text[],
      ${[...ids.values()].map(({ logId }) => logId)}::bigint[]) p (id, user_id, event)
    cross join consent_purpose c
    where c.store_id = ${storeId} and not ${hasWithdrawn(storeId, sql`p.id`, sql`c.id`)}
    order by p.id, c.id
    returning purpose_id`.execute(db)
  return rows.map(({ purpose_id }) => purpose_id)
}
