import { sql } from 'kysely'
import type pg from 'pg'
import type { Random } from '../../../tools/random.ts'
import { withEarlierTimes } from '../../broadcasts/links/queries.ts'
import { ingestEvents } from '../../channels/inbox/ingest-events.ts'
import { receiveEvents } from '../../channels/inbox/receive.ts'
import { afterProfilesChanged } from '../../customers/changes/after-profiles-changed.ts'
import { lockLiveProfiles } from '../../customers/changes/lock-live.ts'
import { recordConsent } from '../../customers/consents/calls/record.ts'
import { addLabels, removeLabels } from '../../customers/labels/write.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import { insertActivity } from '../../customers/profile-activities/queries.ts'
import { createProfile, writeValues } from '../../customers/profiles/write.ts'
import { type Db, inStore } from '../../database/db.ts'
import { dayBegins } from '../../formats/values/time-zones.ts'
import type { Core } from '../../servers/core.ts'
import { someDay, someNumber, storedText } from '../rules/random-values.testing.ts'
import type { Subjects } from './random-automations.testing.ts'
import { rareAct, rareKind, type rareKinds } from './rare-acts.testing.ts'

// What happens in a random store in a year: by the functions that calls and webhooks use, at moments of a set clock.

const DAY_MS = 86_400_000

/** An event at an instant, to be done when the clock shows it. */
export interface PastAct {
  at: string
  kind: ActKind
  act(core: Core): Promise<void>
}

const actKinds = ['value', 'label', 'activity', 'consent', 'friend', 'created', 'sent', 'click', 'stop'] as const
type ActKind = (typeof actKinds)[number] | (typeof rareKinds)[number] | 'edited' | 'paused' | 'resumed'

interface Scene {
  subjects: Subjects
  userId: number
  /** Customers who may change. */
  people: number[]
  departures: boolean
  importFile(csv: string, labels: number[]): Promise<void>
}

/** Share of acts that happen seldom. */
const RARE = 0.15

/** Returns random acts of the days, in their order, none of them within a second of another. */
export function randomActs(
  random: Random,
  scene: Scene,
  days: { from: string; count: number },
  count: number,
): PastAct[] {
  const begins = Date.parse(dayBegins(days.from, scene.subjects.store.timeZone))
  const seconds = new Set<number>()
  while (seconds.size < count) seconds.add(2 * (1 + random.below(days.count * 43_200 - 2)))
  return [...seconds]
    .sort((one, other) => one - other)
    .map((second) => someAct(random, scene, new Date(begins + second * 1000 + 100 + random.below(800)).toISOString()))
}

/** Returns an act that does nothing if its customer is merged or erased by then. */
function someAct(random: Random, scene: Scene, at: string): PastAct {
  const id = random.pick(scene.people)
  const { storeId, ids } = scene.subjects.store
  const kind = random.chance(RARE) ? rareKind(random, scene) : undefined
  const { act, ...one } = kind
    ? { at, kind, act: rareAct(random, { ...scene, storeId, labels: ids.labels }, kind, id) }
    : randomAct(random, scene, at, id)
  const isThere = (core: Core) =>
    inStore(core.pool, storeId, async (db) => (await lockLiveProfiles(db, storeId, [id])).length > 0)
  return { ...one, act: async (core) => ((await isThere(core)) ? act(core) : undefined) }
}

function randomAct(random: Random, { subjects, userId, people }: Scene, at: string, id: number): PastAct {
  const { store, channel, linked } = subjects
  const { storeId, ids } = store
  const kind = random.pick([...actKinds, 'value', 'label', 'activity', 'activity'] as const)
  const by = { source: 'user', id: userId } as const
  const inDb = (work: (db: Db) => Promise<unknown>) => async (core: Core) => {
    await inStore(core.pool, storeId, work)
  }
  const now = Date.parse(at)
  switch (kind) {
    case 'value': {
      const [field, value] = random.pick([
        [1, storedText(random)],
        [8, someDay(random, now)],
        [ids.fields[0]!, storedText(random)],
        [ids.fields[1]!, someNumber(random)],
        [ids.fields[2]!, someDay(random, now)],
        [ids.fields[3]!, random.chance(0.5)],
      ] as const)
      const values = new Map([[field, random.chance(0.2) ? null : value]])
      return { at, kind, act: inDb((db) => writeValues(db, storeId, by, [{ id, values }])) }
    }
    case 'label': {
      const moved = { labelIds: [random.pick(ids.labels)], ids: [id] }
      const give = random.chance(0.55)
      return { at, kind, act: inDb((db) => (give ? addLabels : removeLabels)(db, storeId, by, moved)) }
    }
    case 'activity': {
      const typeId = random.pick(ids.types)
      const shift = random.pick([0, 0, 0, -random.below(40) * DAY_MS, random.below(5) * DAY_MS])
      const fields = new Map<number, string | number | boolean>([
        [ids.properties[0]!, storedText(random)],
        [ids.properties[1]!, someNumber(random)],
        [ids.properties[3]!, random.chance(0.5)],
      ])
      const activity = { profileId: id, typeId, at: new Date(now + shift).toISOString(), fields }
      return {
        ...{ at, kind },
        act: inDb(async (db) => {
          if ((await lockLiveProfiles(db, storeId, [id])).length === 0) return
          await insertActivity(db, storeId, userId, activity)
          const judged = { ids: [id], reads: [dependency.activity(typeId)] }
          await afterProfilesChanged(db, storeId, 'user', { activities: 1, judged })
        }),
      }
    }
    case 'consent': {
      const said = {
        profile_id: id,
        purpose_id: random.pick(ids.purposes),
        operation: random.pick(['granted', 'withdrawn'] as const),
        note: '',
        evidence: { way: 'paper' as const },
      }
      return { at, kind, act: inDb((db) => recordConsent(db, storeId, { kind: 'person', id: userId }, said)) }
    }
    case 'created': {
      const values = new Map<number, string | number>([
        [1, storedText(random)],
        [8, someDay(random, now)],
        [ids.fields[1]!, someNumber(random)],
      ])
      return {
        ...{ at, kind },
        act: inDb(async (db) => {
          people.push(await createProfile(db, storeId, by, values))
        }),
      }
    }
    case 'friend':
    case 'stop': {
      const user = random.chance(0.1) ? `Unew${now}` : `U${id}`
      const type = kind === 'stop' ? 'message' : random.pick(['follow', 'unfollow', 'message', 'follow'] as const)
      const channelId = random.chance(0.7) ? channel : ids.channels[1]!.id
      const event = {
        ...{ type, timestamp: now, webhookEventId: `event-${storeId}-${now}`, source: { type: 'user', userId: user } },
        ...(type === 'message' && {
          message: { type: 'text', id: String(now), text: kind === 'stop' ? 'หยุด' : 'สวัสดีค่ะ' },
        }),
      }
      return {
        ...{ at, kind },
        async act(core) {
          const delivery = { events: [event], requestId: `request-${now}` }
          await inStore(core.pool, storeId, (db) =>
            receiveEvents(core, db, { source: 'line', storeId, channelId }, [delivery]),
          )
          await ingestEvents(core, storeId, new AbortController().signal)
        },
      }
    }
    case 'sent':
      return {
        ...{ at, kind },
        act: inDb((db) =>
          sql`insert into broadcast_recipient (store_id, broadcast_id, position, profile_id, status)
            values (${storeId}, ${1_000_000 + Math.floor((now % 1e12) / 1000)}, 1, ${id}, 'accepted')`.execute(db),
        ),
      }
    case 'click': {
      const place = 1 + random.below(linked.urls.length)
      return {
        ...{ at, kind },
        act: inDb((db) =>
          sql`insert into broadcast_person_click as c (store_id, broadcast_id, place, profile_id)
            select ${storeId}, ${linked.broadcast}, ${place}, id from profile
            where store_id = ${storeId} and id = ${id} and deleted_at is null and merged_into is null and restricted_at is null
            on conflict (store_id, broadcast_id, place, profile_id) do update set clicks = c.clicks + 1, clicked_at = clock_timestamp(), ${withEarlierTimes}`.execute(
            db,
          ),
        ),
      }
    }
  }
}

/** Writes what a random store lacks for automations: accounts of LINE, its users, links, and settings of messages. */
export async function prepareStore(
  admin: pg.Pool,
  random: Random,
  { store, linked, webhook, channel }: Subjects,
  days: { from: string; count: number },
  isLimited: boolean,
): Promise<void> {
  const { storeId, ids } = store
  // The store was written past the sequences of ids, and some of it dated ahead.
  for (const table of ['profile', 'activity'])
    await admin.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
  // Rules name broadcasts by low ids, which those of automations may not have.
  await admin.query(
    "select setval(seq, greatest(nextval(seq), 1000)) from (select pg_get_serial_sequence('broadcast', 'id') as seq) s",
  )
  await admin.query(
    `update profile set created_at = least(created_at, now() - interval '1 hour'), updated_at = least(updated_at, now() - interval '1 hour'),
       restricted_at = least(restricted_at, now() - interval '1 hour') where store_id = $1`,
    [storeId],
  )
  await admin.query(
    `insert into profile_restriction (store_id, profile_id, kind, at)
     select store_id, id, 'restricted', restricted_at from profile where store_id = $1 and restricted_at is not null`,
    [storeId],
  )
  await admin.query("update consent_entry set at = least(at, now() - interval '1 hour') where store_id = $1", [storeId])
  for (const { id } of ids.channels.filter(({ type }) => type === 'lineOA'))
    await admin.query(
      `insert into channel (store_id, id, type, external_id, name, secret, secret_end, webhook_hash, webhook)
       overriding system value values ($1, $2, 'lineOA', $3, 'บัญชี', '', '', convert_to($3, 'utf8'), '')`,
      [storeId, id, `line-${storeId}-${id}`],
    )
  await admin.query(
    `insert into identity (store_id, kind, scope, value, profile_id)
     select distinct store_id, 'line', '', external_id, profile_id from channel_friend where store_id = $1 and channel_type = 'lineOA'`,
    [storeId],
  )
  for (const [index, url] of linked.urls.entries())
    await admin.query(
      'insert into broadcast_link (store_id, broadcast_id, place, message, code, target) values ($1, $2, $3, 0, $4, $5)',
      [storeId, linked.broadcast, index + 1, `${storeId}-${index}`, url],
    )
  await admin.query(
    `insert into broadcast (store_id, id, name, status, target, messages, quick_replies, stop_reply, notification_disabled, author_ids, link_tracking)
     overriding system value values ($1, $2, 'ลิงก์', 'published', '{}', '[]', '[]', false, false, '{}', 'people')`,
    [storeId, linked.broadcast],
  )
  await admin.query(
    `with key as (
       insert into credential (store_id, kind, name, secret_hash, secret_end, expires_at)
       values ($1, 'key', 'โปรแกรม', convert_to($2, 'utf8'), '', '2100-01-01') returning id)
     insert into webhook (store_id, id, credential_id, url, types, secret, epoch, position, nth) overriding system value
     select $1, $3, id, 'https://example.com', '{}', '', gen_random_uuid(), 0, 0 from key`,
    [storeId, `equal-${storeId}`, webhook],
  )
  await admin.query(
    `insert into broadcast_quota (store_id, channel_id, month, quota)
     select $1, $2, m::date, $5::int from generate_series(date_trunc('month', $3::timestamptz at time zone 'Asia/Tokyo'),
       $3::timestamptz at time zone 'Asia/Tokyo' + make_interval(days => $4), interval '1 month') m`,
    [storeId, channel, days.from, days.count, isLimited ? 2 + random.below(10) : null],
  )
  const [quiet_from, quiet_to] = random.pick([
    ['21:00', '08:00'],
    ['08:00', '13:00'],
    [null, null],
  ] as const)
  await admin.query(
    `insert into broadcast_setting (store_id, unknown_consent, quiet_from, quiet_to, weekly_cap, approval, per_object, tester_ids)
     values ($1, $2, $3, $4, $5, false, false, '{}')`,
    [storeId, random.pick(['send', 'skip']), quiet_from, quiet_to, random.pick([null, 1, 2, 4])],
  )
}
