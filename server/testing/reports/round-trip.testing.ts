// Stores of random customers, whose exported files are imported into another store.
import { activities } from '@ruam/contract/customers/activities.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { Random } from '../../../tools/random.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { madeProfile } from '../customers/profiles.testing.ts'
import { createDataSource, runMapping } from '../imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../store.testing.ts'
import { csvRows, downloaded, linkOf, over, workbookRows } from './exports.testing.ts'

/**
 * Texts that spreadsheets, CSV, XML and imports read as something else. An import makes all texts canonical; others are not among them.
 */
export const naughty = [
  '=HYPERLINK("http://x")',
  "'=x",
  "''=x",
  "'",
  "'abc",
  '-',
  '--',
  '–',
  'NULL',
  "'NULL",
  '(null)',
  '\\N',
  '\\t',
  'N/A',
  '#N/A',
  '@cmd',
  '+cmd',
  '-cmd',
  '-5',
  '+66',
  '1e5',
  '00123',
  '12/05/2567',
  '2026-01-02',
  'TRUE',
  'true',
  'ใช่',
  '0',
  '1,234.50',
  'a,b;c|d',
  'say "hi"',
  '"',
  'บรรทัด\nสอง',
  'แท็บ\tกลาง',
  '<b>&amp;</b>',
  ']]>',
  '_x0041_',
  '_x000D_',
  '👩‍👩‍👧‍👦',
  'مرحبا',
  'e\u0301'.normalize('NFC'),
  'น้ำผึ้ง',
  '{{1+1}}',
  "x'); drop table profile;--",
  'ย'.repeat(2000),
  'none',
  'ไม่มี',
  'undefined',
  '.',
  '😀'.repeat(100),
].filter((text) => canonicalText(text) === text)
const names = ['ญาดา', 'สมชาย', 'ก้อง', 'Anna', 'ปู', 'ใบเฟิร์น', 'O’Neil', 'นก']
export const days = [
  '1990-05-17',
  '1899-12-31',
  '1900-02-28',
  '1900-03-01',
  '2567-01-01',
  '2000-02-29',
  '2199-12-31',
  '1800-01-01',
]
const moments = ['2026-11-22T07:32:05.25Z', '1950-01-01T00:00:00Z', '2199-05-05T17:00:00Z', '2026-12-31T17:00:00Z']
export const numbers = [
  0,
  1,
  -5,
  12.5,
  0.1 + 0.2,
  1e15,
  123456789012345,
  -0.000001,
  99999999999.99,
  1e-7,
  999_999_999_999_999,
]
const types: DataType[] = ['String', 'Number', 'Date', 'Boolean']

function someValue(type: DataType, random: Random): string | number | boolean {
  if (type === 'String') return random.chance(0.7) ? random.pick(naughty) : random.pick(names)
  if (type === 'Number') return random.chance(0.7) ? random.pick(numbers) : random.below(1e6) / 100
  if (type === 'Date') return random.pick(days)
  return random.chance(0.5)
}

interface Shape {
  /** Own fields of profiles, and of the type of activity, by their names. */
  fields: readonly (readonly [name: string, type: DataType])[]
  ofActivity: readonly (readonly [name: string, type: DataType])[]
}

/** A store with the fields of a shape, and a type of activity. */
async function storeOf({ fields, ofActivity }: Shape) {
  const store = await newStore()
  const own = new Map<string, number>()
  for (const [name, data_type] of fields) {
    const body = { field_name: name, display_name: `ช่อง ${name}`, data_type }
    own.set(name, (await store.call(profileFields.create, { body })).id)
  }
  const ofType = new Map<string, number>()
  for (const [name, data_type] of ofActivity) {
    const body = { name, display_name: `กิจ ${name}`, data_type }
    ofType.set(name, (await store.call(activities.createField, { query: {}, body })).id)
  }
  const body = { name: 'ซื้อของ', description: '', fields: [...ofType.values()] }
  const { id: typeId } = await store.call(activities.createType, { body })
  return { store, own, ofType, typeId }
}

type MadeStore = Awaited<ReturnType<typeof storeOf>> & { shape: Shape; people: number[] }

/** A store of some customers with strange values, labels and activities. */
export async function randomStore(random: Random, size: number): Promise<MadeStore> {
  const shape: Shape = {
    fields: Array.from({ length: 2 + random.below(5) }, (_, n) => [`f${n}`, random.pick(types)] as const),
    ofActivity: Array.from({ length: 1 + random.below(3) }, (_, n) => [`a${n}`, random.pick(types)] as const),
  }
  const made = await storeOf(shape)
  const { store, own, ofType, typeId } = made
  const labelIds: number[] = []
  for (const name of ['ประจำ', '=1+1', '＝1+1', '＠home', '"VIP"', "'-", 'ก; ข']) {
    labelIds.push(
      (await store.call(labels.create, { body: { name, description: '', color: 'teal', type: 'general' } })).id,
    )
  }
  const people: number[] = []
  for (let n = 0; n < size; n++) {
    const values: Record<number, string | number | boolean> = {}
    for (const id of [1, 2, 3, 4, 17]) if (random.chance(0.6)) values[id] = someValue('String', random)
    if (random.chance(0.5)) values[8] = random.pick(days.slice(0, 1).concat('2000-02-29'))
    // People share phones, and some have nothing that tells them apart.
    if (random.chance(0.6)) values[9] = `08${String(10_000_000 + random.below(5))}`
    if (random.chance(0.4)) values[11] = `p${random.below(8)}@example.com`
    if (random.chance(0.3)) values[12] = random.pick(['male', 'female'])
    for (const [name, type] of shape.fields) if (random.chance(0.7)) values[own.get(name)!] = someValue(type, random)
    const has = labelIds.filter(() => random.chance(0.3))
    people.push((await madeProfile(store, values, has)).id)
  }
  for (let n = 0; n < size; n++) {
    const fields = shape.ofActivity.flatMap(([name, type]) =>
      random.chance(0.7) ? [{ id: ofType.get(name)!, value: someValue(type, random) }] : [],
    )
    await store.call(profileActivities.create, {
      params: { id: String(random.pick(people)) },
      body: { activity_type_id: typeId, activity_at: random.pick(moments), fields },
    })
  }
  return { ...made, shape, people }
}

interface Asked {
  fileType: 'csv' | 'xlsx'
  language: Language
}

/** A file of all customers, or of all their activities, with its rows. */
export async function fileOf(
  { store, typeId }: Pick<MadeStore, 'store' | 'typeId'>,
  what: 'profile' | 'activity',
  asked: Asked,
  columns?: string[],
) {
  const { app } = await testServer()
  const reply = await app.inject({
    method: 'POST',
    url: '/api/v2/export',
    headers: { authorization: `Bearer ${store.token}`, 'accept-language': asked.language },
    payload: {
      type: what,
      file_type: asked.fileType,
      ...(columns && { columns }),
      ...(what === 'activity' && { activity_id: typeId }),
    },
  })
  const item = await over(store, reply.json<{ export_id: number }>().export_id)
  if (item.status !== 'completed') throw new Error(`The export has ended as ${item.status}: ${item.error?.error}`)
  const { file } = await downloaded(await linkOf(store, item.export_id))
  const rows = asked.fileType === 'csv' ? csvRows(file) : await workbookRows(store, file)
  return { file, header: rows[0]!, rows: rows.slice(1) }
}

/** The suggested mapping of a file, and the names of its columns that wait for an answer. */
export async function suggestionOf(store: TestStore, file: Buffer, name: string) {
  const { id } = await createDataSource(store, file, name)
  const answer = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  const waits = answer.source_mapping.filter(
    ({ reason, full_name, offer, questions, source_schema_id }) =>
      ['ambiguous', 'vetoed', 'content'].includes(reason) ||
      (reason === 'unknown' && answer.number_column !== source_schema_id) ||
      full_name ||
      offer !== null ||
      (questions.length > 0 && answer.mapping.some((row) => row.source_schema_id === source_schema_id)),
  )
  const nameOf = new Map(answer.source_schema.map((column) => [column.id, column.name]))
  return { id, answer, waits: waits.map((one) => nameOf.get(one.source_schema_id)) }
}

const plain = { part: 'whole', overwrite: 'always', empty: 'keep', date_order: null, two_digit_years: null } as const

/** An empty store of the same shape, whose customers keep their previous number in a custom field. */
export async function emptyLike({ shape }: MadeStore) {
  const made = await storeOf({ ...shape, fields: [...shape.fields, ['before', 'String']] })
  const number = made.own.get('before')!
  const asKey = (answer: Pick<MappingBody, 'mapping'>, column: string): Pick<MappingBody, 'mapping' | 'match'> => ({
    mapping: [
      ...answer.mapping,
      { ...plain, source_schema_id: column, destination_id: number, destination_type: 'custom_profile' },
    ],
    match: { keys: [number], mode: 'both', keyless: 'fail' },
  })
  return {
    ...made,
    /** Brings a file of customers in. */
    async takeCustomers(file: Buffer) {
      const { id, answer, waits } = await suggestionOf(made.store, file, 'ลูกค้า')
      const { row_labels } = answer
      return { waits, ...(await runMapping(made.store, id, { ...asKey(answer, '1'), row_labels })) }
    },
    /** Brings a file of activities in, whose header is this. */
    async takeActivities(file: Buffer, header: readonly string[]) {
      const { id } = await suggestionOf(made.store, file, 'กิจกรรม')
      const types = (await made.store.call(activities.types, { query: {} })).data
      const { fields } = types.find((type) => type.id === made.typeId)!
      const rows = header.flatMap((name, place): MappingBody['mapping'] => {
        const field = fields.find(({ display_name }) => display_name === name)
        const isDate = place === 1
        if (!field && !isDate) return []
        const destination_type = isDate ? ('system_activity' as const) : ('custom_activity' as const)
        const destination_id = isDate ? 24 : field!.id
        const ahead = isDate && { date_shift: 'none' as const }
        return [{ ...plain, source_schema_id: String(place + 1), destination_id, destination_type, ...ahead }]
      })
      const { mapping, match } = asKey({ mapping: [] }, '1')
      return runMapping(made.store, id, {
        activity_id: made.typeId,
        mapping: [...mapping, ...rows],
        match: { ...match, mode: 'existing' },
      })
    },
  }
}

/** Returns all columns of a file of customers except the previous number. */
export const columnsOf = ({ own, shape }: { own: ReadonlyMap<string, number>; shape: Shape }) => [
  ...['id', 'firstName', 'lastName', 'firstNameEN', 'lastNameEN', 'birthDate', 'phone', 'email', 'gender', 'address'],
  ...shape.fields.map(([name]) => `field_${own.get(name)!}`),
  'labels',
]
