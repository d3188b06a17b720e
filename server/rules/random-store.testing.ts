import type { ActivityFormula, ProfileFormula } from '@ruam/contract/formulas.ts'
import { type DataType, systemFields } from '@ruam/contract/system-fields.ts'
import type pg from 'pg'
import type { Random } from '../../tools/random.ts'
import { canonicalText, typedText } from '../values/thai.ts'
import type { KnownPerson, KnownStore } from './evaluate.testing.ts'

// Stores of random people with everything that a rule can ask, written to the database and kept beside it.

export const texts = [
  'ทอง', 'เงิน', 'Gold', 'GOLD card', 'gold', 'ทอง VIP', '100%', '100', '50%', 'a_b', 'aXb', 'แม่', 'เเม่', 'น้ำ', 'นํ้า',
  'กรุงเทพ  มหานคร', 'กรุงเทพ มหานคร', 'ก\u200bข', 'กข', 'İstanbul', 'ΣΑΣ', 'Éa', 'e\u200b\u0301a', '😀\u200d😀', 'บ้าน\u00a0ใหม่', 'A\u00adB', 'back\\slash',
  "o'neil", '"quoted"', 'null', '__proto__', '๑๒๓', 'กี่', 'ก่ี', 'ยิ้ม\nแย้ม', 'เ\u200bเม่',
] // biome-ignore format: a list of words
const zones = ['Asia/Bangkok', 'America/New_York', 'Pacific/Kiritimati']

const HOUR = 3_600_000
const DAY = 24 * HOUR
const own = { label: 4, source: 3, purpose: 2, broadcast: 2 }

interface Field {
  name: string
  type: DataType
  formula?: (ids: Ids) => ProfileFormula | ActivityFormula
}
interface Ids {
  fields: number[]
  properties: number[]
  types: number[]
  labels: number[]
  sources: number[]
  purposes: number[]
  broadcasts: number[]
  channels: { type: 'lineOA' | 'lineModule' | 'facebook'; id: number }[]
}

const plainTypes: Field[] = [
  { name: 'text', type: 'String' },
  { name: 'number', type: 'Number' },
  { name: 'day', type: 'Date' },
  { name: 'flag', type: 'Boolean' },
]

const computedFields: Field[] = [
  { name: 'age', type: 'Number', formula: () => ({ function: 'age', field_id: 8 }) },
  { name: 'sinceDay', type: 'Number', formula: ({ fields }) => ({ function: 'days_since', field_id: fields[2]! }) },
  {
    name: 'since',
    type: 'Number',
    formula: ({ types }) => ({ function: 'days_since_activity', activity_id: types[0]! }),
  },
  {
    name: 'count',
    type: 'Number',
    formula: ({ types }) => ({ function: 'activity_count', activity_id: types[0]!, days: null }),
  },
  {
    name: 'count30',
    type: 'Number',
    formula: ({ types }) => ({ function: 'activity_count', activity_id: types[1]!, days: 30 }),
  },
  ...[null, 90].map(
    (days): Field => ({
      name: `sum${days}`,
      type: 'Number',
      formula: ({ types, properties }) => ({
        function: 'activity_sum',
        activity_id: types[0]!,
        field_id: properties[1]!,
        days,
      }),
    }),
  ),
  ...plainTypes.map(
    ({ name, type }, place): Field => ({
      name: `last${name}`,
      type,
      formula: ({ types, properties }) => ({
        function: 'activity_last',
        activity_id: types[0]!,
        field_id: properties[place]!,
      }),
    }),
  ),
  {
    name: 'lastAt',
    type: 'Date',
    formula: ({ types }) => ({ function: 'activity_last', activity_id: types[0]!, field_id: 24 }),
  },
]

const computedProperties: Field[] = [
  { name: 'days', type: 'Number', formula: () => ({ function: 'days_since', field_id: 24 }) },
  { name: 'total', type: 'Number', formula: ({ properties }) => ({ function: 'sum', field_ids: [properties[1]!] }) },
]

export interface RandomStore extends KnownStore {
  storeId: number
  ids: Ids
  people: KnownPerson[]
}

/** A store of random people, as an import and as people who type write them. */
export async function randomStore(
  admin: pg.Pool,
  storeId: number,
  random: Random,
  people: number,
): Promise<RandomStore> {
  const timeZone = random.pick(zones)
  const now = random.pick([
    '2024-02-28',
    '2024-02-29',
    '2025-02-28',
    '2025-03-01',
    '2025-12-31',
    '2026-03-08',
    '2026-11-01',
    '2026-11-22',
  ])
  const moment = Date.parse(now) + random.below(DAY)
  await admin.query('update store set time_zone = $2 where store_id = $1', [storeId, timeZone])
  const { ids, fields, properties } = await makeThings(admin, storeId)
  const runs = await makeRuns(admin, storeId, ids.sources)
  const store: RandomStore = {
    storeId,
    ids,
    timeZone,
    now: moment,
    fields,
    properties,
    runs: runs.counting,
    people: [],
  }
  let activity = 0
  const first = Number((await admin.query('select coalesce(max(id), 0) + 1 as id from profile')).rows[0].id)
  const firstActivity = Number((await admin.query('select coalesce(max(id), 0) + 1 as id from activity')).rows[0].id)
  for (let n = 0; n < people; n++) {
    const person = randomPerson(random, store, first + n, runs.all)
    for (const one of person.activities) one.id = firstActivity + activity++
    store.people.push(person)
  }
  await writePeople(admin, store)
  return store
}

async function makeThings(admin: pg.Pool, storeId: number) {
  const ids: Ids = {
    fields: [],
    properties: [],
    types: [],
    labels: [],
    sources: [],
    purposes: [],
    broadcasts: [],
    channels: [],
  }
  const fields: KnownStore['fields'] = Object.fromEntries(
    systemFields.map(({ id, data_type, kind }) => [id, { type: data_type, kind }]),
  )
  const properties: KnownStore['properties'] = {}
  const kinds = { String: 'text', Number: 'number', Date: 'date', Boolean: 'boolean' } as const
  const insert = async (sql: string, values: unknown[]) =>
    (await admin.query<{ id: number }>(`${sql} returning id`, [storeId, ...values])).rows[0]!.id
  const make =
    (owner: 'profile' | 'activity') =>
    async ({ name, type, formula }: Field) => {
      const made = formula?.(ids)
      const id = await insert(
        `insert into ${owner}_field (store_id, field_name, display_name, data_type, field_type, formula) values ($1, $2, $2, $3, $4, $5)`,
        [name, type, `${made ? 'transform' : 'custom'}_${owner}`, made ? JSON.stringify(made) : null],
      )
      if (owner === 'profile') {
        ids.fields.push(id)
        fields[id] = { type, kind: kinds[type], ...(made && { formula: made as ProfileFormula }) }
      } else {
        ids.properties.push(id)
        properties[id] = { type, ...(made && { formula: made as ActivityFormula }) }
      }
    }
  for (const field of plainTypes) await make('profile')(field)
  for (const field of [...plainTypes, ...computedProperties]) await make('activity')(field)
  for (const name of ['ซื้อ', 'เข้าร้าน'])
    ids.types.push(
      await insert('insert into activity_type (store_id, name, field_ids) values ($1, $2, $3)', [name, ids.properties]),
    )
  for (const field of computedFields) await make('profile')(field)
  for (let n = 0; n < own.label; n++)
    ids.labels.push(
      await insert("insert into label (store_id, name, color, type) values ($1, $2, 'red', 'general')", [`ป้าย ${n}`]),
    )
  for (let n = 0; n < own.source; n++)
    ids.sources.push(
      await insert(
        "insert into data_source (store_id, name, type, status, created_by) values ($1, $2, 'local_file', 'success', (select min(id) from users))",
        [`ไฟล์ ${n}`],
      ),
    )
  for (let n = 0; n < own.purpose; n++)
    ids.purposes.push(await insert('insert into consent_purpose (store_id, name) values ($1, $2)', [`เรื่อง ${n}`]))
  ids.broadcasts.push(1, 2)
  ids.channels.push({ type: 'lineOA', id: 1 }, { type: 'lineOA', id: 2 }, { type: 'facebook', id: 1 })
  return { ids, fields, properties }
}

/** Two runs of each data source, of which some were undone. */
async function makeRuns(admin: pg.Pool, storeId: number, sources: number[]) {
  const counting: Record<string, number[]> = {}
  const all: number[] = []
  for (const [place, source] of sources.entries()) {
    counting[source] = []
    for (const [n, kind, undone] of [
      [0, 'real', false],
      [1, 'real', place === 0],
      [2, 'dry', false],
    ] as const) {
      const { rows } = await admin.query<{ id: number }>(
        `insert into run (store_id, data_source_id, run_id, kind, status, undone_at, mapping, version, file_id, total)
         values ($1, $2, $3, $4, 'completed', $5, '{}', 1, 0, 0) returning id`,
        [storeId, source, `run_${storeId}_${source}_1_${n}`, kind, undone ? '2020-01-01' : null],
      )
      all.push(rows[0]!.id)
      if (kind === 'real' && !undone) counting[source].push(rows[0]!.id)
    }
  }
  return { counting, all }
}

/** A text as it is kept: out of a file, or as somebody typed it. */
const keptText = (random: Random) => {
  const raw = random.pick(texts)
  return random.chance(0.5) ? canonicalText(raw) : typedText(raw)
}
export const somePhone = (random: Random) =>
  `08${10 + random.below(4)}${String(random.below(40) * 2501).padStart(6, '0')}`
export const someMail = (random: Random) =>
  `${random.pick(['somchai', 'malee', 'a_b', 'aXb', '100%'])}${random.below(3)}@example.com`
export const someNumber = (random: Random) => random.pick([0, 1, -1, 2.5, 10, 99, 100, 1000, random.below(2000) / 2])

/** A day around now, a birthday, or a strange one. */
export function someDay(random: Random, now: number): string {
  const day = (days: number) => new Date(now + days * DAY).toISOString().slice(0, 10)
  const years = (random.below(60) - 1) * 365.25
  return random.pick([
    day(random.below(9) - 4),
    day(random.below(120) - 60),
    day(-years + random.below(40)),
    '2000-02-29',
    '1996-02-28',
    '1990-12-31',
    '1990-01-01',
  ])
}

/** An instant of the last months, many of them near the edges of days. */
export function someInstant(random: Random, now: number): number {
  const around = [random.below(4 * HOUR), random.below(3 * DAY), random.below(100 * DAY), random.below(500 * DAY)]
  const at = now - random.pick(around) + (random.chance(0.1) ? random.below(2 * DAY) : 0)
  return random.chance(0.3) ? Math.round(at / HOUR) * HOUR : at
}

function randomPerson(random: Random, store: RandomStore, id: number, runs: number[]): KnownPerson {
  const { ids, now } = store
  const maybe = <T>(make: () => T, chance = 0.7): T | undefined => (random.chance(chance) ? make() : undefined)
  const dateValue = () => (random.chance(0.5) ? someDay(random, now) : new Date(someInstant(random, now)).toISOString())
  const plain = () => [
    maybe(() => keptText(random)),
    maybe(() => someNumber(random)),
    maybe(dateValue),
    maybe(() => random.chance(0.5)),
  ]
  const named = (of: number[]) =>
    Object.fromEntries(plain().flatMap((value, place) => (value === undefined ? [] : [[of[place]!, value]])))
  const system = {
    1: maybe(() => keptText(random)),
    8: maybe(() => someDay(random, now)),
    9: maybe(() => `+66${somePhone(random).slice(1)}`),
    11: maybe(() => someMail(random).toLowerCase()),
    12: maybe(() => random.pick(['male', 'female', 'ไม่บอก'])),
    13: maybe(() => someNumber(random)),
    14: maybe(() => keptText(random)),
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

async function writePeople(admin: pg.Pool, { storeId, ids, people }: RandomStore): Promise<void> {
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
  const each = <T>(of: (person: KnownPerson) => T[]) =>
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
  await write(
    'channel_friend',
    'channel_type, channel_id, profile_id, status, updated_at',
    each(({ channels }) =>
      channels.map(({ type, id, status }) => ({ channel_type: type, channel_id: id, status, updated_at: at(0) })),
    ),
  )
  await write(
    'broadcast_recipient',
    'broadcast_id, profile_id, status, updated_at',
    each(({ broadcasts }) =>
      Object.entries(broadcasts).map(([broadcast, status]) => ({
        broadcast_id: Number(broadcast),
        status,
        updated_at: at(0),
      })),
    ),
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
