import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { connectors } from '@ruam/contract/open-api/connectors.ts'
import { MAX_UNMAPPED } from '@ruam/contract/open-api/sending.ts'
import { expect, test } from 'vitest'
import { type Random, randomOf } from '../../../tools/random.ts'
import { ingestItems } from '../../ingest/receipts/ingest-items.ts'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

const SHAPES = Number(process.env.RANDOM_SHAPES ?? 4)
const SEED = Number(process.env.SHAPE_SEED ?? Date.now() % 1_000_000)
const FIELDS = 8

const keys = ['ชื่อ', 'a.b', 'constructor', 'toString', 'x y', 'back\\slash', '', 'items', 'เบอร์ โทร', 'id', 'Ä']

const textOf = (random: Random) => `ค่า ${random.below(1000)} ${['ก', 'B', '💩', '"', '\\'][random.below(5)]}`

function plain(random: Random): unknown {
  const kinds = [textOf(random), random.below(100_000), random.below(1000) / 8, random.chance(0.5), null]
  return kinds[random.below(kinds.length)]
}

/** A value nested up to three objects deep. */
function anyValue(random: Random, depth: number): unknown {
  if (depth < 3 && random.chance(0.35)) return objectOf(random, depth + 1)
  if (random.chance(0.12)) return Array.from({ length: random.below(4) }, () => plain(random))
  if (depth < 3 && random.chance(0.1)) return Array.from({ length: 1 + random.below(2) }, () => objectOf(random, 3))
  return plain(random)
}

function objectOf(random: Random, depth: number): Record<string, unknown> {
  const names = keys.filter(() => random.chance(0.4))
  return Object.fromEntries(names.map((name) => [name, anyValue(random, depth)]))
}

/** Reads an item by itself: every value with the keys to it. */
function reading(value: unknown, path: string[] = []): [keys: string[], text: string][] {
  if (value === null) return []
  if (Array.isArray(value)) {
    if (value.some((one) => typeof one === 'object' && one !== null)) return [[path, JSON.stringify(value)]]
    const said = value.filter((one) => one !== null).map(String)
    return said.length > 0 ? [[path, said.join(', ')]] : []
  }
  if (typeof value === 'object') return Object.entries(value).flatMap(([key, inner]) => reading(inner, [...path, key]))
  return [[path, String(value)]]
}

const written = (path: string[]) =>
  path.map((key) => (key === '' ? '""' : key.replaceAll('\\', '\\\\').replaceAll('.', '\\.'))).join('.')

interface Sent {
  receipt_id: number
  results: { profile_id: number }[] | null
  unmapped: string[]
}

/** Sends an item to a connector. Returns its answer, or its receipt once it is done. */
async function send(store: TestStore, key: string, id: number, item: unknown) {
  const { body } = await callAs<Sent>(key, 'POST', `connectors/${id}/records`, { items: [item] })
  if (body.results) return body
  const core = await coreOf(store)
  return until(async () => {
    await ingestItems(core, store.storeId)
    const receipt = await callAs<Sent>(key, 'GET', `receipts/${body.receipt_id}`)
    return receipt.body.results && receipt.body
  })
}

test(`items of random shapes are read as by another reader, and what no field takes is listed (SHAPE_SEED=${SEED})`, {
  timeout: 600_000,
}, async () => {
  const store = await newStore()
  const { admin } = await testServer()
  const made = await newCredential(store)
  const { credential } = made
  const fields: number[] = []
  for (let n = 0; n < FIELDS; n++) {
    const body = { field_name: `free${n}`, display_name: `ฟิลด์อิสระ ${n}`, data_type: 'String' as const }
    fields.push((await store.call(profileFields.create, { body })).id)
  }
  await openFields(made)
  for (let n = 0; n < SHAPES; n++) {
    const random = randomOf(SEED + n)
    const phone = `08166${String(n).padStart(5, '0')}`
    const item = { phone, ...objectOf(random, 0) }
    const { id, fields: found } = await store.call(connectors.create, { body: { name: `รูปแบบ ${n}`, example: item } })
    const expected = new Map(reading(item).map(([path, text]) => [written(path), text]))
    expect(found.filter(({ kinds }) => kinds.length > 0).map(({ path }) => path)).toEqual([...expected.keys()])
    const others = found.filter(({ path, kinds }) => path !== 'phone' && kinds.length > 0).slice(0, FIELDS)
    const mapping = [
      { source_schema_id: '1', destination_id: 9, destination_type: 'system_profile' as const },
      ...others.map((field, place) => ({
        ...{ source_schema_id: field.id, destination_id: fields[place]!, destination_type: 'custom_profile' as const },
      })),
    ]
    const body = { mapping, match: { keys: [9], mode: 'both' as const } }
    await store.call(connectors.putMapping, { params: { id: String(id) }, body })
    const { results, unmapped } = await send(store, credential, id, item)
    expect(results).toMatchObject([{ status: 'added', error: null }])
    const taken = new Set(['phone', ...others.map(({ path }) => path)])
    const left = [...expected.keys()].filter((path) => !taken.has(path))
    expect(unmapped).toEqual(left.slice(0, MAX_UNMAPPED))
    const { rows } = await admin.query('select custom from profile where store_id = $1 and id = $2', [
      store.storeId,
      results![0]!.profile_id,
    ])
    for (const [place, { path }] of others.entries())
      expect([path, rows[0].custom[fields[place]!]]).toEqual([path, expected.get(path)])
  }
})

test('an item with the key __proto__, or a key twice, is refused whole, and the key is named', async () => {
  const store = await newStore()
  const { app } = await testServer()
  const { credential } = await newCredential(store)
  const { id } = await store.call(connectors.create, { body: { name: 'รูปแบบ', example: { a: 1 } } })
  for (const [payload, key] of [
    ['{"a":{"__proto__":{"b":1}}}', 'body.__proto__'],
    ['{"a":1,"a":2}', 'body.a'],
  ] as const) {
    const headers = { authorization: `Bearer ${credential}`, 'content-type': 'application/json' }
    const reply = await app.inject({ method: 'POST', url: `/open-api/v1/connectors/${id}/records`, headers, payload })
    expect([reply.statusCode, reply.json().details]).toEqual([400, { fields: [key] }])
  }
})
