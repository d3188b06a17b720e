import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { type Scope, scopeNames } from '@ruam/contract/platform/scopes.ts'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ingestItems } from '../ingest/receipts/ingest-items.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { type Call, calls, type Request, send } from './calls.ts'
import { requestOf } from './requests.ts'

// Every open call with every scope, for lists that open all, half or none of the fields: a secret lies in every field of a customer.

const ofPrograms = calls.filter(({ endpoint }) => endpoint.permission === 'program')
const exposures = ['all', 'half', 'none'] as const
type Exposure = (typeof exposures)[number]

interface SecretField {
  id: number
  name: string
  column?: string
  data_type: string
  sensitive: boolean
  /** Value as answers show it. */
  secret: string
}

interface Scene {
  store: TestStore
  fields: SecretField[]
  open: Set<number>
  /** The customer with a secret in every field. */
  profile: number
  requests: Map<Call, Request>
}

const scenes = new Map<Exposure, Scene>()
const counted = { requests: 0, shown: 0, leaked: 0, written: 0, forbidden: 0 }

/** A value that nothing else holds. */
function secretFor(id: number, type: string, store: number): string {
  if (type === 'Number') return String(71_000_000 + store * 1000 + id)
  if (type === 'Date') return `19${10 + (id % 80)}-0${1 + (store % 9)}-${10 + (id % 18)}`
  return `secret-${store}-${id}-x`
}

async function sceneOf(exposure: Exposure): Promise<Scene> {
  const { admin } = await testServer()
  const store = await newStore()
  const own: SecretField[] = []
  for (const [name, data_type, sensitive] of [
    ['ownText', 'String', false],
    ['ownSecret', 'String', true],
    ['ownNumber', 'Number', false],
  ] as const) {
    const made = await store.call(profileFields.create, {
      body: { field_name: name, display_name: name, data_type, sensitive },
    })
    own.push({ id: made.id, name, data_type, sensitive, secret: secretFor(made.id, data_type, store.storeId) })
  }
  const system = systemFields.map(({ id, name, column, data_type, ...more }) => ({
    ...{ id, name, column, data_type, sensitive: 'sensitive' in more },
    secret: secretFor(id, data_type, store.storeId),
  }))
  const fields = [...system, ...own]
  const requests = new Map<Call, Request>()
  for (const call of ofPrograms) requests.set(call, await requestOf(call, store))
  const values = system.map(({ secret }) => secret)
  const { rows } = await admin.query<{ id: number }>(
    `insert into profile (store_id, ${system.map(({ column }) => column).join(', ')}, custom)
     values ($1, ${values.map((_, place) => `$${place + 3}`).join(', ')}, $2) returning id`,
    [
      store.storeId,
      Object.fromEntries(
        own.map(({ id, data_type, secret }) => [id, data_type === 'Number' ? Number(secret) : secret]),
      ),
      ...values,
    ],
  )
  const open = new Set(
    fields.flatMap(({ id }, place) => (exposure === 'all' || (exposure === 'half' && place % 2 === 0) ? id : [])),
  )
  await admin.query('delete from profile_api_field where store_id = $1', [store.storeId])
  await admin.query(
    'insert into profile_api_field (store_id, field_id, reads, writes) select $1, id, true, true from unnest($2::int[]) id',
    [store.storeId, [...open]],
  )
  return { store, fields, open, profile: rows[0]!.id, requests }
}

/** A key whose own list opens what the scene opens, so that the scopes cut it. */
async function keyOf({ store, open }: Scene, scopes: readonly Scope[]) {
  const { admin } = await testServer()
  const made = await newCredential(store, { scopes })
  await admin.query('delete from credential_field where store_id = $1 and credential_id = $2', [store.storeId, made.id])
  await admin.query(
    `insert into credential_field (store_id, credential_id, field_id, reads, writes)
     select $1, $2, id, true, 'overwrite' from unnest($3::int[]) id`,
    [store.storeId, made.id, [...open]],
  )
  return made.credential
}

/** Requests of a call that aim at the customer with secrets, after the ordinary one. */
function aimedAt(call: Call, { fields, profile, requests }: Scene): { request: Request; dry?: true }[] {
  const { name } = call
  const usual = { request: requests.get(call)! }
  const id = String(profile)
  if (name === 'openApiReading.profile') {
    const byField = fields.map((field) => ({ request: { params: { id: `field.${field.name}:${field.secret}` } } }))
    return [usual, { request: { params: { id } } }, ...byField]
  }
  if (name === 'openApiReading.find')
    return [
      ...[usual, { request: { body: { kind: 'id', value: id } } }],
      ...fields.map((field) => ({ request: { body: { kind: 'field', field: field.name, value: field.secret } } })),
    ]
  const items = [
    { id: profile, values: { lastNameEN: 'Guessed' } },
    ...fields.map((field) => ({ id: profile, values: { [field.name]: valueIn(field) } })),
  ]
  if (name === 'openApiSending.sendProfiles') return [usual, { request: { body: { items } }, dry: true }]
  if (name === 'openApiSending.sendProfile') return items.map((body) => ({ request: { body }, dry: true as const }))
  if (name === 'openApiSending.sendActivities') {
    const sent = items.map((item) => ({ type: 'ซื้อ', at: '2026-01-01', profile: item }))
    return [usual, { request: { body: { items: sent } }, dry: true }]
  }
  return [usual]
}

const dryly = { 'ruam-dry-run': 'true' }
const valueIn = ({ data_type, secret }: SecretField) => (data_type === 'Number' ? Number(secret) : secret)

afterAll(() => {
  console.log(
    `${ofPrograms.length} calls x ${scopeNames.length} scopes and all of them x ${exposures.length} exposures: ` +
      `${counted.requests} requests, ${counted.shown} open secrets shown, ${counted.leaked} closed ones; ` +
      `${counted.written} open fields written, ${counted.forbidden} closed ones.`,
  )
})

const sets: [string, readonly Scope[]][] = [
  ...scopeNames.map((scope): [string, Scope[]] => [scope, [scope]]),
  ['all', scopeNames],
]

// Half of the fields has both kinds of them: the first instance of the matrix, whose rest follows in verify.
const describeAll = (exposure: Exposure) => {
  beforeAll(async () => {
    scenes.set(exposure, await sceneOf(exposure))
  })

  const tagsOf = (name: string, first: string) =>
    exposure === 'half' && (name === first || name === 'all') ? [] : ['verify']

  for (const [name, scopes] of sets) {
    test(`${name} shows no secret of a closed field in any call`, { tags: tagsOf(name, 'profile:read') }, async () => {
      const { app } = await testServer()
      const scene = scenes.get(exposure)!
      const readable = new Set(
        scene.fields.flatMap(({ id, sensitive }) =>
          scene.open.has(id) &&
          scopes.includes('profile:read') &&
          (!sensitive || scopes.includes('profile-sensitive:read'))
            ? id
            : [],
        ),
      )
      const leaks: string[] = []
      for (const call of ofPrograms) {
        const credential = await keyOf(scene, scopes)
        for (const { request, dry } of aimedAt(call, scene)) {
          const reply = await send(app, call.endpoint, request, `Bearer ${credential}`, dry && dryly)
          counted.requests++
          // Values that the request itself names are no answer.
          const sent = JSON.stringify(request)
          for (const field of scene.fields) {
            if (sent.includes(field.secret) && !reply.body.includes('"values"')) continue
            if (!reply.body.includes(field.secret)) continue
            if (readable.has(field.id)) counted.shown++
            else leaks.push(`${call.title}: ${field.name}`)
          }
        }
      }
      counted.leaked += leaks.length
      expect(leaks).toEqual([])
      if (exposure !== 'none' && scopes === scopeNames) expect(counted.shown).toBeGreaterThan(0)
    })

    test(`${name} writes no closed field`, { tags: tagsOf(name, 'profile:write') }, async () => {
      const { admin, app } = await testServer()
      const scene = scenes.get(exposure)!
      const { storeId } = scene.store
      const credential = await keyOf(scene, scopes)
      const { rows } = await admin.query<{ id: number }>(
        "insert into profile (store_id, workplace) values ($1, 'before') returning id",
        [storeId],
      )
      const id = rows[0]!.id
      const shown = async () =>
        (
          await admin.query<{ row: Record<string, unknown> }>(
            'select to_jsonb(p) as row from profile p where store_id = $1 and id = $2',
            [storeId, id],
          )
        ).rows[0]!.row
      const before = await shown()
      const values = Object.fromEntries(scene.fields.map((field) => [field.name, writtenTo(field, id)]))
      const item = { id, values }
      const activity = { type: 'ซื้อ', at: '2026-01-01', profile: item }
      for (const [name, body] of [
        ['openApiSending.sendProfile', item],
        ['openApiSending.sendActivity', activity],
      ] as const) {
        const { endpoint } = calls.find((call) => call.name === name)!
        await send(app, endpoint, { body }, `Bearer ${credential}`)
      }
      const core = await coreOf(scene.store)
      await until(async () => {
        await ingestItems(core, storeId)
        return (
          (await admin.query('select from receipt where store_id = $1 and done_at is null', [storeId])).rowCount === 0
        )
      })
      const after = await shown()
      const stored = (row: Record<string, unknown>, { id: field, column }: SecretField) =>
        column ? row[column] : ((row.custom as Record<string, unknown>)[field] ?? null)
      const changed = scene.fields.filter((field) => stored(before, field) !== stored(after, field))
      const allowed = (field: SecretField) => scopes.includes('profile:write') && scene.open.has(field.id)
      counted.written += changed.filter(allowed).length
      const forbidden = changed.filter((field) => !allowed(field)).map(({ name }) => name)
      counted.forbidden += forbidden.length
      expect(forbidden).toEqual([])
      if (scopes.includes('profile:write') && exposure === 'all') expect(changed.length).toBeGreaterThan(15)
    })
  }
}

for (const exposure of exposures) describe(`with ${exposure} of the fields open`, () => describeAll(exposure))

/** A value that the field can hold, of one customer. */
function writtenTo({ name, column, data_type }: SecretField, id: number): string | number {
  if (column === 'phone') return `08${String(10_000_000 + id)}`
  if (column === 'email') return `w${id}@example.com`
  if (column === 'citizen_id') return '1101700203450'
  if (column === 'line_user_id') return `U${String(id).padStart(32, '0')}`
  if (column === 'gender') return 'female'
  if (data_type === 'Number') return 10 + id
  if (data_type === 'Date') return '1990-05-05'
  return `written ${name}`
}
