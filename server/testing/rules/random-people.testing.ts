import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type pg from 'pg'
import type { Random } from '../../../tools/random.ts'
import type { ModelPerson } from './evaluate.testing.ts'
import { plainTypes, type RandomStore } from './random-things.testing.ts'
import { DAY, someDay, someInstant, someMail, someNumber, somePhone, storedText } from './random-values.testing.ts'

// The people of a random store, written to the database as in its model in memory.

export function randomPerson(random: Random, store: RandomStore, id: number, runs: number[]): ModelPerson {
  const { ids, now } = store
  const maybe = <T>(make: () => T, chance = 0.7): T | undefined => (random.chance(chance) ? make() : undefined)
  const dateValue = () => (random.chance(0.5) ? someDay(random, now) : new Date(someInstant(random, now)).toISOString())
  const plain = () => [
    maybe(() => storedText(random)),
    maybe(() => someNumber(random)),
    maybe(dateValue),
    maybe(() => random.chance(0.5)),
  ]
  const named = (of: number[]) =>
    Object.fromEntries(plain().flatMap((value, place) => (value === undefined ? [] : [[of[place]!, value]])))
  const system = {
    1: maybe(() => storedText(random)),
    8: maybe(() => someDay(random, now)),
    9: maybe(() => `+66${somePhone(random).slice(1)}`),
    11: maybe(() => someMail(random).toLowerCase()),
    12: maybe(() => random.pick(['male', 'female', 'ไม่บอก'])),
    13: maybe(() => someNumber(random)),
    14: maybe(() => storedText(random)),
    23: maybe(() => someNumber(random)),
  }
  return {
    id,
    deleted: random.chance(0.06),
    merged: random.chance(0.04),
    restricted: random.chance(0.05),
    values: {
      ...Object.fromEntries(Object.entries(system).filter(([, value]) => value !== undefined)),
      ...named(ids.fields),
    },
    created: someInstant(random, now),
    updated: someInstant(random, now),
    labels: Object.fromEntries(
      ids.labels.flatMap((label) => {
        const source = maybe(() => random.pick(['rule', 'manual_add', 'manual_remove', 'import']), 0.4)
        return source ? [[label, source]] : []
      }),
    ),
    activities: Array.from({ length: random.chance(0.3) ? 0 : random.below(7) }, () => ({
      id: 0,
      type: random.pick(ids.types),
      at: someInstant(random, now),
      fields: named(ids.properties),
    })),
    consents: Array.from({ length: random.below(4) }, () => ({
      purpose: random.pick(ids.purposes),
      status: random.pick(['granted', 'withdrawn']),
      at: Math.round(someInstant(random, now) / DAY) * DAY,
    })),
    channels: ids.channels.flatMap(({ type, id: channel }) => {
      const status = maybe(() => random.pick(['friend', 'blocked']), 0.4)
      return status ? [{ type, id: channel, status }] : []
    }),
    broadcasts: Object.fromEntries(
      ids.broadcasts.flatMap((broadcast) => {
        const status = maybe(() => random.pick(['queued', 'accepted', 'failed', 'skipped']), 0.5)
        return status ? [[broadcast, status]] : []
      }),
    ),
    madeBy: maybe(() => random.pick(runs)) ?? null,
    changedBy: runs.filter(() => random.chance(0.1)),
  }
}

export async function writePeople(admin: pg.Pool, { storeId, ids, people }: RandomStore): Promise<void> {
  const columns = systemFields.filter(({ id }) => [1, 8, 9, 11, 12, 13, 14, 23].includes(id))
  const at = (instant: number) => new Date(instant).toISOString()
  const write = async (table: string, names: string, rows: object[], system = '') => {
    if (rows.length === 0) return
    await admin.query(
      `insert into ${table} (store_id, ${names}) ${system} select $1::int, ${names} from jsonb_populate_recordset(null::${table}, $2::jsonb)`,
      [storeId, JSON.stringify(rows)],
    )
  }
  const custom = ids.fields.slice(0, plainTypes.length)
  await write(
    'profile',
    `id, ${columns.map(({ column }) => column).join(', ')}, custom, created_at, updated_at, deleted_at, merged_into, restricted_at, origin_run, sources`,
    people.map((one) => ({
      id: one.id,
      ...Object.fromEntries(columns.map(({ id, column }) => [column, one.values[id]])),
      custom: Object.fromEntries(custom.flatMap((id) => (one.values[id] === undefined ? [] : [[id, one.values[id]]]))),
      created_at: at(one.created),
      updated_at: at(one.updated),
      deleted_at: one.deleted ? at(one.updated) : null,
      merged_into: one.merged ? people[0]!.id : null,
      restricted_at: one.restricted ? at(one.updated) : null,
      origin_run: one.madeBy,
      sources: {},
    })),
    'overriding system value',
  )
  const each = <T>(of: (person: ModelPerson) => T[]) =>
    people.flatMap((one) => of(one).map((row) => ({ profile_id: one.id, ...row })))
  await write(
    'profile_label',
    'label_id, profile_id, source, created_at',
    each(({ labels }) =>
      Object.entries(labels).map(([label_id, source]) => ({ label_id: Number(label_id), source, created_at: at(0) })),
    ),
  )
  await write(
    'activity',
    'id, profile_id, type_id, activity_at, fields, created_at',
    each(({ activities }) =>
      activities.map((one) => ({
        id: one.id,
        type_id: one.type,
        activity_at: at(one.at),
        fields: one.fields,
        created_at: at(0),
      })),
    ),
    'overriding system value',
  )
  await write(
    'consent_entry',
    'profile_id, purpose_id, status, source, at',
    each(({ consents }) =>
      consents.map((one) => ({ purpose_id: one.purpose, status: one.status, source: 'user', at: at(one.at) })),
    ),
  )
  // Erased people, whose consents stay.
  const afterLast = people.at(-1)!.id + 1
  await write(
    'consent_entry',
    'profile_id, purpose_id, status, source, at',
    ids.purposes.flatMap((purpose_id) =>
      ['granted', 'withdrawn'].map((status, n) => ({
        profile_id: afterLast + n,
        purpose_id,
        status,
        source: 'user',
        at: at(0),
      })),
    ),
  )
  await write(
    'channel_friend',
    'channel_type, channel_id, external_id, profile_id, status, since',
    each(({ id: person, channels }) =>
      channels.map(({ type, id, status }) => ({
        channel_type: type,
        channel_id: id,
        external_id: `U${person}`,
        status,
        since: at(0),
      })),
    ),
  )
  await write(
    'broadcast_recipient',
    'broadcast_id, position, profile_id, status, updated_at',
    each(({ broadcasts }) =>
      Object.entries(broadcasts).map(([broadcast, status]) => ({
        broadcast_id: Number(broadcast),
        status,
        updated_at: at(0),
      })),
    ).map((one, index) => ({ ...one, position: index })),
  )
  const record = each(({ changedBy }) => changedBy.map((run) => ({ run })))
  await write(
    'run_record',
    'run, record_no, profile_id, status, changes',
    record.map((one, n) => ({ ...one, record_no: n, status: 'updated', changes: {} })),
  )
  await admin.query(
    'analyze profile, profile_label, activity, consent_entry, channel_friend, broadcast_recipient, run_record',
  )
}
