import { type ErrorName, errors } from '@ruam/contract/errors/catalog.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { exports } from '@ruam/contract/reports/exports.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { runDataSource } from '../imports/run/run.ts'
import type { Core } from '../servers/core.ts'
import { routerOf } from '../servers/store-router.ts'
import { createDataSource, importFile } from '../testing/imports/data-sources.testing.ts'
import { tokenFor } from '../testing/open-api/keys.testing.ts'
import { shapeOf, withValueAt } from '../testing/shapes.ts'
import { coreOf, newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { inBody } from './body-ids.ts'
import { type Call, calls, type Request, send, successOf } from './calls.ts'
import { idPositionsOf, makerAt, missingAt, refusalAt, resourceOf, unknownId } from './ids.ts'
import { endInWords, inPath } from './path-ids.ts'
import { refusedAnyway, requestOf, SharedRows } from './requests.ts'
import { fingerprint, plantSecret, secretOf, Unchanged } from './rows.ts'
import { coreWith, endPools, type Walls } from './walls.ts'

beforeAll(() => testServer({ alone: true }))

const people = 'ชื่อ,เบอร์โทร\nมานี,0899999999\n'

let mine: TestStore
let theirs: TestStore
/** Requests about own rows. */
const requests = new Map<Call, Request>()
/** Ids of the other store's rows, by address and by maker. Nothing may change these rows, so all calls share them. */
const foreignParams = new Map<string, Promise<Record<string, string>>>()
const foreignIds = new Map<unknown, Promise<number | string>>()

beforeAll(async () => {
  const { admin } = await testServer()
  ;[mine, theirs] = await Promise.all([newStore(), newStore()])
  const shared = new SharedRows()
  for (const call of calls) {
    if (namesRows(call) || call.endpoint.method === 'GET') requests.set(call, await requestOf(call, mine, shared))
    const thing = resourceOf(call.endpoint.path)
    if (thing && !foreignParams.has(thing)) foreignParams.set(thing, inPath[thing]!(theirs))
    await foreignParams.get(thing!)
    for (const { place } of idPositionsOf(call)) await foreignId(call, place)
  }
  await inBody.destination_id!(theirs)
  // Made now: no test may add a row by its first call.
  for (const store of [mine, theirs]) await tokenFor({ permission: 'program' }, store)
  await importFile(theirs, people, { name: 'คนของเขา' })
  const profile = await inPath['/profile/{id}']!(theirs)
  await plantSecret(admin, theirs.storeId, profile.id!)
})

/** Returns the id of a row of the other store for a place in a request; undefined if it names no row. */
function foreignId(call: Call, place: string): Promise<number | string> | undefined {
  const make = makerAt(call, place)
  if (make && !foreignIds.has(make)) foreignIds.set(make, make(theirs))
  return foreignIds.get(make)
}

const unchanged = new Unchanged(async () => {
  const { admin } = await testServer()
  const hashes = await Promise.all([mine, theirs].map(({ storeId }) => fingerprint(admin, storeId)))
  return Object.fromEntries(
    hashes.flatMap((each, place) => Object.entries(each).map(([table, hash]) => [`${table} ${place}`, hash])),
  )
})

/** The server with these walls, for the tests of one block. */
function serverWith(walls: Walls) {
  const server = {} as { app: FastifyInstance; core: Core }
  beforeAll(async () => {
    const { home } = await testServer()
    server.core = coreWith(walls, home.core, inject('database').superUrl)
    server.app = await createApp(server.core, { web: false })
  })
  afterAll(async () => {
    await server.app.close()
    await endPools(server.core)
  })
  return server
}

async function ask(app: FastifyInstance, call: Pick<Call, 'endpoint'>, request: Request, caller: TestStore = mine) {
  const token = await tokenFor(call.endpoint, caller)
  const reply = await send(app, call.endpoint, request, `Bearer ${token}`)
  // Every answer to a program has a number of its own.
  return { status: reply.statusCode, text: reply.body.replace(/"request_id":"[\da-f-]{36}",/, '') }
}

/** Every row of a list, not its first page. */
const wholeList = ({ endpoint }: Call, request: Request): Request =>
  endpoint.query && shapeOf(endpoint.query).properties?.limit
    ? { ...request, query: { ...request.query, limit: '0' } }
    : request

interface Swap {
  title: string
  refusal: ErrorName
  /** The same request with an id of the other store, and with one that no row has. */
  foreign: Request
  unknown: Request
}

async function swapsOf(call: Call): Promise<Swap[]> {
  const own = requests.get(call)!
  const thing = resourceOf(call.endpoint.path)
  const params = await foreignParams.get(thing!)
  const names = thing ? Object.keys(own.params!) : []
  const ofPath = (changed: string[], title: string): Swap => {
    const put = (pick: (name: string) => string) => ({
      ...own,
      params: { ...own.params, ...Object.fromEntries(changed.map((name) => [name, pick(name)])) },
    })
    const unknown = put((name) => unknownId(params![name]!) as string)
    const refusal = missingAt(call.endpoint.path, changed[0]!)
    return { title, refusal, foreign: put((name) => params![name]!), unknown }
  }
  const swaps = names.map((name) => ofPath([name], name))
  if (names.length > 1) swaps.push(ofPath(names, names.join(' and ')))
  for (const { part, place } of idPositionsOf(call)) {
    const id = await foreignId(call, place)
    if (id === undefined) continue
    const put = (value: unknown) => ({ ...own, [part]: withValueAt(own[part], place, value) })
    swaps.push({
      title: place,
      refusal: refusalAt(call, place) as ErrorName,
      foreign: put(id),
      unknown: put(unknownId(id)),
    })
  }
  return swaps
}

const namesRows = (call: Call) =>
  (resourceOf(call.endpoint.path) !== undefined && !endInWords.includes(call.endpoint.path)) ||
  idPositionsOf(call).some(({ place }) => makerAt(call, place))
const withIds = calls.filter(namesRows)

/** An import of a new store that names one of their people by phone; by the server with these walls, without the queue. */
async function importTheirPerson(server: { app: FastifyInstance; core: Core }) {
  const { admin } = await testServer()
  const store = await newStore()
  const router = routerOf(server.core)
  const there = router.coreOf(router.serverOf(store.storeId))
  const { id } = await createDataSource(store, people, 'มานีเป็นของเรา')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const work = async (endpoint: typeof importRun.dryRun | typeof importRun.run, body?: object) => {
    const { run_id } = JSON.parse((await ask(server.app, { endpoint }, { params, body }, store)).text) as {
      run_id: string
    }
    const { rows } = await admin.query<{ id: number }>('select id from run where run_id = $1', [run_id])
    await runDataSource(there, store.storeId, rows[0]!.id, new AbortController().signal)
    return store.call(importRun.getRun, { params: { ...params, run_id }, query: {} })
  }
  const dry = await work(importRun.dryRun)
  const real = await work(importRun.run, { run_id: dry.run_id })
  return [dry.stats.added, real.stats.added]
}

const alone: Walls[] = ['both', 'row-level security alone', 'the filter alone']
for (const walls of alone) {
  // Alone each wall must hold all the more with the other.
  describe(`with ${walls}`, { tags: walls === 'row-level security alone' ? [] : ['verify'] }, () => {
    const server = serverWith(walls)

    beforeAll(() => unchanged.begin())

    describe.each([...Map.groupBy(withIds, ({ name }) => name.split('.')[0]!)])('%s', (_, ofFeature) => {
      test.each(ofFeature)('$title returns the same for an id of another store as for an unknown one', async (call) => {
        const swaps = await swapsOf(call)
        expect(swaps.length).toBeGreaterThan(0)
        for (const { title, refusal, foreign, unknown } of swaps) {
          const act = (request: Request) =>
            unchanged.act(`${call.title} ${title}`, () => ask(server.app, call, request))
          const { status, text } = await act(foreign)
          const { status: wanted, code } = { ...errors[refusal] }
          expect([title, status, JSON.parse(text).error_code]).toEqual([title, wanted, code])
          expect({ status, text }).toEqual(await act(unknown))
        }
      })

      test('no call of this feature has changed a row of either store', async () => {
        expect(await unchanged.changing()).toEqual([])
      })
    })

    // A link is spent with its first use: its own test uses it in another store.
    test.each(calls.filter(({ endpoint }) => endpoint.method === 'GET' && endpoint.path !== exports.download.path))(
      '$title tells nothing of another store',
      async (call) => {
        const { status, text } = await ask(server.app, call, wholeList(call, requests.get(call)!))
        const refused = refusedAnyway[call.name] as ErrorName | undefined
        expect(status).toBe(refused ? errors[refused].status : successOf(call.endpoint))
        expect(text).not.toContain(secretOf(theirs.storeId))
      },
    )

    test('an import meets none of another store’s people', async () => {
      const { admin } = await testServer()
      const before = await fingerprint(admin, theirs.storeId)
      expect(await importTheirPerson(server)).toEqual([1, 1])
      expect(await fingerprint(admin, theirs.storeId)).toEqual(before)
    })
  })
}

describe('with neither', () => {
  const server = serverWith('neither')

  test('another store’s rows do show, so the tests above can fail', { tags: ['verify'] }, async ({ skip }) => {
    skip((await coreOf(mine)).server !== (await coreOf(theirs)).server, 'They lie on different servers.')
    const open: string[] = []
    for (const call of calls.filter(({ endpoint }) => endpoint.method === 'GET')) {
      const own = requests.get(call)!
      const foreign = {
        ...own,
        params: { ...own.params, ...(await foreignParams.get(resourceOf(call.endpoint.path)!)) },
      }
      const replies = [await ask(server.app, call, wholeList(call, own)), await ask(server.app, call, foreign)]
      if (replies.some(({ text }) => text.includes(secretOf(theirs.storeId)))) open.push(call.name)
    }
    expect(open).toEqual(
      expect.arrayContaining([
        'profiles.list',
        'profiles.get',
        'profileFields.list',
        'dataSources.list',
        'dataSources.get',
      ]),
    )
    expect(await importTheirPerson(server)).toEqual([0, 0])
  })
})
