import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { isOpen } from '@ruam/contract/platform/endpoint.ts'
import { permissions } from '@ruam/contract/platform/permissions.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { tokenFor } from '../testing/open-api/keys.testing.ts'
import { shapeOf, withValueAt } from '../testing/shapes.ts'
import { type Member, newStore, testServer } from '../testing/store.testing.ts'
import { customField } from '../testing/things/fields.ts'
import { until } from '../testing/until.testing.ts'
import { type Call, type CallName, calls, type Request, send } from './calls.ts'
import { idPositionsOf, makerAt, resourceOf, unknownId } from './ids.ts'
import { ownersAlone } from './owners-alone.ts'
import { requestOf } from './requests.ts'
import { canHoldValues, plantedAt, requestsOf } from './secret-requests.ts'
import {
  guesses,
  PHONE,
  type SecretStore,
  secret,
  secretFields,
  secretProfile,
  secretSource,
  secretStore,
  secretUpload,
} from './secrets.ts'

// A member with every permission except the one to see sensitive values makes all calls, over rows that contain such values.

const RIGHT = 'cdp-core.profile-sensitive.read'
const others = permissions.filter((permission) => permission !== RIGHT)

let planted: SecretStore
let app: FastifyInstance
const logged: string[] = []
const pushed: string[] = []
let listening: pg.Client

beforeAll(async () => {
  const { core } = await testServer()
  app = await createApp(core, { web: false, log: { write: (text) => logged.push(text) } })
  listening = new pg.Client(core.config.appUrl)
  await listening.connect()
  listening.on('notification', ({ payload = '' }) => pushed.push(payload))
  const { rows } = await listening.query<{ name: string }>('select auth.push_channel() as name')
  await listening.query(`listen ${rows[0]!.name}`)
  planted = await secretStore(await newStore())
  // From then on the columns of such files are known by their names.
  await secretSource(planted, 'executed')
})
afterAll(async () => {
  await listening.end()
  await app.close()
})

/** A member with every right except that one. */
const newMember = () => planted.store.member(others)

/** Waits until nothing keeps others from writing. */
async function idle() {
  const { admin } = await testServer()
  const busy = `select from run where kind = 'real' and status in ('pending', 'processing') union all
    select from job where kind <> 'duplicate_scan' and status in ('pending', 'processing')`
  await until(async () => (await admin.query(busy)).rowCount === 0)
}

async function ask(call: Pick<Call, 'endpoint'>, request: Request, member: Member) {
  const masking = scopeNames.filter((scope) => scope !== 'profile-sensitive:read')
  const token = await tokenFor(call.endpoint, member, masking)
  const reply = await send(app, call.endpoint, request, `Bearer ${token}`)
  const told = `${decodeURIComponent(JSON.stringify(reply.headers).replace(/%(?![0-9a-f]{2})/gi, ''))}\n${reply.body}`
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  return { status: reply.statusCode, told, body: isJson ? reply.json() : undefined }
}

/** Expected error of calls that reject rows with sensitive values. */
const refusals: { [N in CallName]?: string } = {
  // The ids of customers are no answers and no menus.
  'answers.order': 'answer_order',
  'richMenus.order': 'rich_menu_order_changed',
  'dpa.decide': 'forbidden',
  'dpa.change': 'forbidden',
  'stores.create': 'stores_for_owners',
  'stores.sandbox': 'stores_for_owners',
  'stores.delete': 'forbidden',
  'profileApi.setFields': 'forbidden',
  'profileApi.createLogin': 'forbidden',
  'profileApi.removeLogin': 'forbidden',
  'profiles.unmask': 'forbidden',
  'profiles.searchField': 'field_closed',
  'olderProfiles.searchField': 'field_closed',
  'profileHistory.revert': 'field_closed',
  'profileFields.delete': 'field_closed',
  'generalInfo.delete': 'field_closed',
  'profileFields.typePreview': 'field_closed',
  'segments.why': 'field_closed',
  'segments.pin': 'field_closed',
  'segments.unpin': 'field_closed',
  'openApiReading.members': 'not_found',
  'segments.pins': 'field_closed',
  'segments.moved': 'field_closed',
  'segments.joined': 'field_closed',
  'segments.evaluations': 'field_closed',
  'segments.setMembersVisible': 'forbidden',
  'importUndo.undoPreview': 'field_closed',
  'importUndo.undo': 'field_closed',
  'dataSources.downloadFile': 'forbidden',
  'watches.downloadFile': 'forbidden',
  'importRun.correction': 'forbidden',
  'connectorItems.payload': 'forbidden',
  'programs.body': 'forbidden',
  'privacyRequests.copy': 'forbidden',
  'privacyRequests.download': 'forbidden',
  'readers.ofProfile': 'forbidden',
  'exposures.sources': 'forbidden',
  'exposures.get': 'forbidden',
  'privacyIncidents.list': 'forbidden',
  'privacyIncidents.create': 'forbidden',
  'privacyIncidents.get': 'forbidden',
  'privacyIncidents.update': 'forbidden',
  'privacyIncidents.people': 'forbidden',
  'privacyIncidents.download': 'forbidden',
  'privacyIncidents.stopped': 'forbidden',
  'privacyIncidents.decide': 'forbidden',
  'privacyIncidents.notified': 'forbidden',
  'privacyIncidents.close': 'forbidden',
}

/** True for calls that ask for imports of their own, each in every state, and for the older API, whose handlers are those of newer calls. */
const isSlow = ({ endpoint: { method, path, older } }: Call) =>
  older !== undefined || (path.startsWith('/datasource/{id}') && method !== 'GET')

/** True for calls that `npm test` makes. */
const isQuick = (call: Call) => !isSlow(call) && (call.name in refusals || canHoldValues(call))

const walked = calls.filter(({ endpoint }) => !isOpen(endpoint.permission))

test('every kind of row that a call names is planted, or holds no value', () => {
  const things = new Set(calls.flatMap((call) => resourceOf(call.endpoint.path) ?? []))
  expect([...things].filter((thing) => plantedAt[thing] === undefined)).toEqual([])
})

describe('a person without the right to sensitive values learns none by', { timeout: 60_000 }, () => {
  for (const call of walked)
    test(call.title, { tags: isQuick(call) ? [] : ['verify'] }, async () => {
      await idle()
      const member = await newMember()
      const answers = []
      for (const request of await requestsOf(planted, call, member)) answers.push(await ask(call, request, member))
      for (const { told } of answers) expect(told).not.toMatch(secret)
      const refused = answers.filter(({ status }) => status >= 400)
      const expected = refusals[call.name]
      // A test that no value leaks needs at least one successful response.
      if (expected) expect(refused.map(({ body }) => body?.error)).toContain(expected)
      else expect(answers.length, JSON.stringify(refused[0]?.body)).toBeGreaterThan(refused.length)
    })

  test('push messages and the log, after all of these calls', async () => {
    await secretSource(planted, 'executed')
    expect(pushed.length).toBeGreaterThan(0)
    for (const text of [...pushed, ...logged]) expect(text).not.toMatch(secret)
  })
})

test('with the right they are there: what is looked for can be found', async () => {
  const id = String(await secretSource(planted, 'executed'))
  const { data } = await planted.store.call(profiles.list, { query: { limit: '0' } })
  const mapping = await planted.store.call(dataSources.getMapping, { params: { id } })
  for (const told of [data, mapping]) expect(JSON.stringify(told)).toMatch(secret)
})

describe('a file of another member', () => {
  for (const call of walked.filter((one) => idPositionsOf(one).some(({ place }) => place === 'file_id')))
    test(`is for ${call.title} what an unknown one is, until it is a data source`, async () => {
      const member = await newMember()
      const own = await requestOf(call, { ...planted.store, userId: member.userId, token: member.token })
      const { file_id } = await secretUpload(planted.store)
      const answer = async (id: number | string) => {
        const { status, body, told } = await ask(call, { ...own, body: withValueAt(own.body, 'file_id', id) }, member)
        expect(told).not.toMatch(secret)
        return { status, body }
      }
      expect(await answer(file_id)).toEqual(await answer(unknownId(file_id)))
      expect((await answer(file_id)).status).toBe(404)
    })
})

/** Lists that sort by fields. */
const listsOfProfiles = ['profiles.list', 'olderProfiles.list', 'olderProfiles.ofActivity']

describe('a member without the right can’t find out a value by', () => {
  beforeAll(async () => {
    await secretProfile(planted)
    await secretSource(planted, 'executed')
  })

  const sorted = walked.filter(({ endpoint }) => endpoint.query && shapeOf(endpoint.query).properties?.sort_by)
  test.each(sorted)('sorting: $title', async (call) => {
    const member = await newMember()
    const own = await requestOf(call, planted.store)
    for (const { sort } of secretFields(planted)) {
      const { status, body } = await ask(call, { ...own, query: { ...own.query, sort_by: sort } }, member)
      const known = listsOfProfiles.includes(call.name)
      expect([status, body.error]).toEqual(known ? [403, 'field_closed'] : [400, 'invalid_input'])
    }
  })

  const searched = walked.filter(({ endpoint }) => {
    const { keyword, limit } = (endpoint.query && shapeOf(endpoint.query).properties) ?? {}
    return keyword && limit
  })
  const searching = async (call: Call) => {
    const member = await newMember()
    const own = await requestOf(call, planted.store)
    for (const keyword of guesses) {
      const { status, body } = await ask(call, { ...own, query: { ...own.query, keyword } }, member)
      expect([status, body.total]).toEqual([200, 0])
    }
  }
  // The older API searches by the newer calls.
  const isFirst = (call: Call) => call.endpoint.older === undefined && canHoldValues(call)
  test.each(searched.filter(isFirst))('a keyword: $title', searching)
  test.each(searched.filter((call) => !isFirst(call)))('a keyword: $title', { tags: ['verify'] }, searching)

  /** Responses that reveal neither of two hidden values. */
  const blind = ['profileDuplicates.merge', 'profileDuplicates.mergeChosen']
  const named = walked.flatMap((call) =>
    idPositionsOf(call)
      .filter(({ place }) => makerAt(call, place) === customField || place === 'action.field_id')
      .map(({ place }) => ({ call, place, title: call.title })),
  )
  const naming = named.filter(({ call }) => !blind.includes(call.name) && !ownersAlone.includes(call.name))
  for (const { call, place, title } of naming)
    test(`naming its field: ${title} ${place}`, { tags: call.endpoint.older ? ['verify'] : [] }, async () => {
      const member = await newMember()
      const own = await requestOf(call, { ...planted.store, userId: member.userId, token: member.token })
      for (const { id } of secretFields(planted)) {
        // Unwritten fields, and unused match keys.
        if (id === planted.visaDays || (place === 'match.keys[]' && !planted.keys.includes(id))) continue
        const { status, body } = await ask(call, { ...own, body: bodyNaming(call, own.body, place, id) }, member)
        // An earlier change has no such field: a 404 reveals nothing.
        expect([403, ...(call.name === 'profileHistory.revert' ? [404] : [])]).toContain(status)
        if (status === 403) expect(body.details.permission).toBe(RIGHT)
      }
    })

  test('a formula over it', async () => {
    const member = await newMember()
    const body = { formula: { function: 'days_since' as const, field_id: planted.visa } }
    expect((await member.call(profileFields.formulaPreview, { body })).samples).toEqual([])
  })
})

function bodyNaming(call: Call, body: unknown, place: string, id: number): unknown {
  if (place === 'action.field_id')
    return { ...(body as object), action: { type: 'set_field', field_id: id, value: '1' } }
  if (call.name !== 'dataSources.putMapping' && call.name !== 'connectors.putMapping')
    return withValueAt(body, place, id)
  const destination_type = id < 1000 ? 'system_profile' : 'custom_profile'
  const row = { source_schema_id: '1', destination_id: id, destination_type }
  const phone = { source_schema_id: '2', destination_id: PHONE, destination_type: 'system_profile' }
  const keys = place === 'match.keys[]' ? [id] : [PHONE]
  return { mapping: [row, phone], match: { keys, mode: 'both' } }
}
