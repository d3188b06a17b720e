import { activities } from '@ruam/contract/customers/activities.ts'
import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type { Rule, SegmentRule } from '@ruam/contract/customers/rules.ts'
import { profileViews } from '@ruam/contract/customers/views.ts'
import { connectorItems } from '@ruam/contract/open-api/connector-items.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { createDataSource, runMapping } from '../../testing/imports/data-sources.testing.ts'
import { changesReader } from '../../testing/open-api/changes.testing.ts'
import { coreOf, type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'
import { send } from '../calls.ts'
import { Chance } from './chance.ts'

// One of two stores that differ only in the values of closed fields. Both are made by the same calls in the same order.

/** sensitive: of sensitive fields, closed to people and programs. unopened: of plain fields that are closed to programs alone. */
type Kind = 'sensitive' | 'unopened'

/** System fields. */
export const field = { firstName: 1, lastName: 2, phone: 9, citizenId: 10, email: 11, occupation: 14, income: 19 }

/** A closed field, with values of both worlds that an attacker may guess; `other` are in neither. */
export interface Closed {
  id: number
  name: string
  type: 'key' | 'text' | 'number' | 'date'
  guesses: (string | number)[]
}

interface Person {
  kind: 'person'
  name: string
  member: Member
  permissions: ReadonlySet<Permission>
}
interface Program {
  kind: 'program'
  name: string
  credential: string
  scopes: ReadonlySet<Scope>
  /** Calls that a token may make; undefined of a key. */
  calls: ReadonlySet<string> | undefined
}
export type Caller = Person | Program

export interface World {
  kind: Kind
  side: 0 | 1
  seed: number
  store: TestStore
  closed: Closed[]
  /** Computed from a closed field. */
  computed: { id: number; name: string }
  /** An open field of the store's own. */
  open: { id: number; name: string }
  profiles: number[]
  phones: string[]
  labels: number[]
  /** Segments whose rule reads a closed field, through segments and computed fields too. */
  closedSegments: number[]
  openSegments: number[]
  views: number[]
  purpose: number
  activity: { id: number; name: string; field: string; fieldId: number }
  connector: number
  /** Paths of the connector's items, in the order of `closed` after name and phone. */
  paths: string[]
  source: { id: number; runs: string[] }
  jobs: number[]
  callers: Caller[]
  /** True if the store's list opens the closed fields, which the lists of its programs close. */
  opensAll: boolean
  /** Rows that answers to earlier steps have named. */
  receipts: number[]
  /** Cursor of the stream of changes from before the first customer. */
  changesSince: string
  /** Webhooks: of a program that may read closed fields, and of one that reads open ones. `last`: newest delivery that was compared. */
  hooks: { program: number; id: number; last: number }[]
  /** Tags of answers by caller and address. */
  tags: Map<string, string>
  /** Calls drawn from all so far. */
  drawn: number
}

// Values of a field are of one length: sizes of files are no secret.
const keys = ['1112034563562', '9517812865702', '3540200012347'] as const
const texts = ['Penicill-Q7Z', 'Sulfonam-K4W', 'Latexall-M2B'] as const
const amounts = [86_753_091, 97_531_864, 44_556_677] as const
const dates = ['1987-03-29', '1991-11-05', '1979-06-17'] as const
const mails = ['pim.q7z@example.com', 'nok.k4w@example.com', 'tao.m2b@example.com'] as const

/** Guesses that are nobody's value. */
const nobodys = { key: '1101700230708', text: 'Nothings-X9X', number: 12_121_212, date: '2001-01-01' } as const

/** Makes the world of a side. Both sides draw the same choices, and take other closed values by them. */
export async function makeWorld(kind: Kind, side: 0 | 1, seed: number): Promise<World> {
  const chance = new Chance(seed)
  const store = await newStore()
  const changesSince = (await changesReader(store)).cursor()
  const sensitive = kind === 'sensitive'
  const own = async (field_name: string, data_type: 'String' | 'Number' | 'Date', closed = true) =>
    (
      await store.call(profileFields.create, {
        body: { field_name, display_name: field_name, data_type, sensitive: closed && sensitive },
      })
    ).id
  const custom = (type: Closed['type'], id: number, name: string, values: readonly (string | number)[]): Closed => ({
    ...{ id, name, type },
    guesses: [...values, nobodys[type]],
  })
  const closed: Closed[] = [
    sensitive
      ? custom('key', field.citizenId, 'citizenId', keys)
      : { ...custom('key', field.email, 'email', mails), guesses: [...mails, 'nob.x9x@example.com'] },
    custom('text', await own('allergy', 'String'), 'allergy', texts),
    custom('number', await own('points', 'Number'), 'points', amounts),
    custom('date', await own('visa', 'Date'), 'visa', dates),
    ...(sensitive ? [custom('number', field.income, 'income', amounts)] : []),
  ]
  const [key, text, number, date] = closed as [Closed, Closed, Closed, Closed]
  const open = { id: await own('nickname', 'String', false), name: 'nickname' }
  const formula = { function: 'days_since' as const, field_id: date.id }
  const computed = {
    id: (
      await store.call(profileFields.create, {
        body: { field_name: 'visaDays', display_name: 'visaDays', data_type: 'Number', formula },
      })
    ).id,
    name: 'visaDays',
  }
  const type = await store.call(activities.createType, { body: { name: 'ซื้อของ' } })
  const activityField = await store.call(activities.createField, {
    query: { activity_type_id: String(type.id) },
    body: { name: 'receipt', display_name: 'receipt', data_type: 'String' },
  })
  const activity = { id: type.id, name: 'ซื้อของ', field: 'receipt', fieldId: activityField.id }

  const ofPeople: number[] = []
  const phonesOf: string[] = []
  for (let n = 0; n < 6; n++) {
    const phone = `08${String(1_000_000 + (seed % 1000) * 100 + n).padStart(8, '0')}`
    const plain = [
      { id: field.firstName, value: `ลูกค้า${n}` },
      { id: field.phone, value: phone },
      ...(chance.is(0.5) ? [{ id: open.id, value: `ชื่อเล่น${n}` }] : []),
    ]
    const hidden = closed.flatMap(({ id, guesses }) => {
      const left = chance.int(guesses.length)
      const right = (left + 1 + chance.int(guesses.length - 1)) % guesses.length
      const value = guesses[side === 0 ? left : right]!
      // The last guess is nobody's: such a person has no value.
      return value === guesses.at(-1) ? [] : [{ id, value }]
    })
    ofPeople.push((await store.call(profiles.create, { body: { fields: [...plain, ...hidden] } })).id)
    phonesOf.push(phone)
  }
  const label = async (labelName: string, segment_rule?: SegmentRule) =>
    (
      await store.call(labels.create, {
        body: {
          ...{ name: labelName, color: 'teal', type: segment_rule ? 'advanced' : 'general' },
          ...(segment_rule && { segment_rule }),
        },
      })
    ).id
  const labelIds = [await label('ลูกค้าประจำ'), await label('ขายส่ง')]
  const segment = (segmentName: string, rule: Rule) => label(segmentName, ruleOf(rule))
  const first = await segment('แพ้ยา', {
    ...{ kind: 'profile', field_id: text.id, operator: 'eq' as const },
    value: String(text.guesses[0]),
  } as Rule)
  const closedSegments = [
    first,
    await segment('แพ้ยาทุกคน', { kind: 'label', operator: 'has_any', label_ids: [first] }),
    await segment('แต้มเยอะ', { kind: 'profile', field_id: number.id, operator: 'gte', value: amounts[0] }),
    await segment('วีซ่า', { kind: 'profile', field_id: computed.id, operator: 'gt', value: 13_500 }),
    await segment('มีเลข', { kind: 'profile', field_id: key.id, operator: 'not_empty' }),
  ]
  const openSegments = [await segment('มีเบอร์', { kind: 'profile', field_id: field.phone, operator: 'not_empty' })]
  const view = await store.call(profileViews.create, {
    body: {
      ...{ name: 'แต้ม', shared: true },
      definition: {
        ...{ sort_by: 'updated_at', sort_dir: 'desc', columns: null },
        rule: {
          condition: 'and',
          rules: [{ kind: 'profile', field_id: number.id, operator: 'eq', value: amounts[1] }],
        },
      },
    },
  })
  const purpose = (await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร' } })).id
  const world: World = {
    ...{ kind, side, seed, store, closed, computed, open, profiles: ofPeople, phones: phonesOf, labels: labelIds },
    ...{ closedSegments, openSegments, views: [view.id], purpose, activity },
    ...{ connector: 0, paths: [], source: { id: 0, runs: [] }, jobs: [], callers: [], opensAll: false, receipts: [] },
    ...{ changesSince, hooks: [], tags: new Map(), drawn: 0 },
  }
  // A segment's first evaluation counts the customers that are there when it ends.
  await idle(store.storeId)
  await addConnector(world)
  await addImport(world)
  const { job_id } = await store.call(profileBulk.start, {
    body: {
      target: { ids: ofPeople.slice(0, 2) },
      action: { type: 'set_field', field_id: text.id, value: `Bulkedit-${side}A1` },
    },
  })
  world.jobs.push(job_id)
  // Its row in the audit log comes before those of signing in.
  await idle(store.storeId)
  await idle(store.storeId)
  return world
}

export const ruleOf = (rule: Rule, auto = true): SegmentRule => ({
  auto_apply_enabled: auto,
  filter: { profile_created_at: null, reference_label_ids: [] },
  target: { condition: 'and', groups: [{ condition: 'and', rules: [rule] }] },
})

/** Values of an item that this side has and the other has not: a number and a day that can't be read. */
const unreadable = (side: 0 | 1) => ({
  number: ['ไม่ทราบ-A4C', 'ไม่ทราบ-B7D'][side]!,
  date: ['วันไหน-A4C', 'วันไหน-B7D'][side]!,
})

/** A connector that maps every closed field, with an item that was taken and items that wait for an answer. */
async function addConnector(world: World): Promise<void> {
  const { store, closed, side } = world
  const names = ['name', 'phone', ...closed.map(({ name }) => name)]
  const item = (values: readonly unknown[]) => ({
    member: Object.fromEntries(names.map((name, place) => [name, values[place]])),
  })
  const taken = item(['ญาดา', '0899990001', ...closed.map(({ guesses }) => guesses[side])])
  const { id: token_id, token } = await store.call(apiTokens.create, { body: { name: 'หน้าร้าน' } })
  const made = { name: 'หน้าร้าน', example: taken, token_ids: [token_id] }
  const { id, fields } = await store.call(connectors.create, { body: made })
  world.connector = id
  const opened = new Set(['POST /open-api/v1/connectors/{id}/records', 'GET /open-api/v1/receipts/{id}'])
  world.callers.push({
    kind: 'program',
    name: "connector's token",
    credential: token,
    scopes: new Set(),
    calls: opened,
  })
  world.paths = names.map((name) => `member.${name}`)
  const row = (place: number, destination_id: number) => ({
    source_schema_id: fields.find(({ path }) => path === world.paths[place])!.id,
    destination_id,
    destination_type: destination_id < 1000 ? ('system_profile' as const) : ('custom_profile' as const),
  })
  const mapping = [row(0, field.firstName), row(1, field.phone), ...closed.map((one, place) => row(place + 2, one.id))]
  const body = { mapping, match: { keys: [field.phone], mode: 'both' as const }, unreadable_cells: 'fail' as const }
  await store.call(connectors.putMapping, { params: { id: String(id) }, body })
  const bad = unreadable(side)
  const wrong = closed.map(({ type, guesses }) => (type === 'number' ? bad.number : guesses[side]))
  const items = [
    taken,
    item(['ข', '0899990002', ...wrong]),
    item(['ค', '123', ...closed.map(({ guesses }) => guesses[side])]),
  ]
  const key = await store.call(apiKeys.create, { body: { name: 'หน้าร้าน', scopes: ['event:write', 'profile:write'] } })
  const { app } = await testServer()
  const reply = await send(
    app,
    connectorItems.sendRecords,
    { params: { id: String(id) }, body: { items } },
    `Bearer ${key.key}`,
  )
  if (reply.statusCode >= 300) throw new Error(`The items of the set-up were refused: ${reply.body}`)
  world.receipts.push(reply.json().receipt_id)
  await ingestItems(await coreOf(store), store.storeId)
}

/** An executed import of a file with a column for each closed field. */
async function addImport(world: World): Promise<void> {
  const { store, closed, side } = world
  const header = ['ชื่อ', 'เบอร์โทร', ...closed.map((one) => one.name)]
  const row = (n: number) => [`ญ${n}`, `089777000${n}`, ...closed.map(({ guesses }) => guesses[(side + n) % 3])]
  const content = [header, row(1), row(2)].map((cells) => cells.join(',')).join('\n')
  const { id } = await createDataSource(store, `${content}\n`, 'ลูกค้าหน้าร้าน')
  const mapped = (place: number, destination_id: number) => ({
    source_schema_id: String(place + 1),
    destination_id,
    destination_type: destination_id < 1000 ? ('system_profile' as const) : ('custom_profile' as const),
  })
  const mapping = [
    mapped(0, field.firstName),
    mapped(1, field.phone),
    ...closed.map((one, place) => mapped(place + 2, one.id)),
  ]
  const { dry, real } = await runMapping(store, id, { mapping, match: { keys: [field.phone], mode: 'both' } })
  world.source = { id, runs: [dry, real] }
}

/** Waits until no import, job or segment of the store works. Exports change nothing, and some that the suites make wait for no worker. */
export async function idle(storeId: number): Promise<void> {
  const { admin } = await testServer()
  const busy = `select from run where store_id = $1 and kind <> 'stream' and status in ('pending', 'processing') union all
    select from job where store_id = $1 and kind <> 'export' and status in ('pending', 'processing')`
  await until(async () => (await admin.query(busy, [storeId])).rowCount === 0)
}
