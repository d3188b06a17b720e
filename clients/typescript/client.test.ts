import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { Webhook } from 'standardwebhooks'
import { beforeAll, describe, expect, test } from 'vitest'
import { inStore } from '../../server/database/db.ts'
import { writeRequests } from '../../server/http/request-log.ts'
import { endChanges } from '../../server/open-api/changes/follow.ts'
import { atEndOfFile } from '../../server/testing/end-of-file.testing.ts'
import { newCredential, openFields } from '../../server/testing/open-api/keys.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../server/testing/store.testing.ts'
import { commandLine, newFolder, serve } from './served.testing.ts'
import { changedProfiles, changes, connect, RuamError, verifyWebhook } from './src/client.ts'
import { schemaFile, schemaText } from './write-schema.ts'

let store: TestStore
let address: string
let credential: string
let home: string
beforeAll(async () => {
  const server = await serve()
  atEndOfFile(server.stop)
  address = server.address
  store = await newStore()
  await store.call(profileFields.create, {
    body: { field_name: 'constructor', display_name: 'ผู้ก่อตั้ง', data_type: 'Number' },
  })
  const key = await newCredential(store)
  await openFields(key)
  credential = key.credential
  home = await newFolder()
})

interface ProfileValues {
  firstName?: string | null
  phone?: string | null
}
const client = (more: { address?: string; fetch?: typeof fetch; retries?: number } = {}) =>
  connect<ProfileValues>({ address, credential, language: 'en', ...more })

/** The next page of a feed. */
async function nextOf<T>(feed: AsyncGenerator<T, void>): Promise<T> {
  const { value, done } = await feed.next()
  if (done) throw new Error('The feed has ended.')
  return value
}

/** A cursor of now. */
const now = async () => (await nextOf(changes(client(), { once: true }))).cursor

test('the types are those of the Open API document (node clients/typescript/write-schema.ts)', async () => {
  expect(await readFile(schemaFile, 'utf8')).toBe(await schemaText())
})

describe('the client', () => {
  test('sends a customer and reads it back, typed by the fields of the store', async () => {
    const ruam = client()
    const sent = await ruam.post('/open-api/v1/profiles', {
      body: { values: { firstName: 'มะลิ', phone: '0895550101' } },
    })
    const id = String(sent.results![0]!.profile_id)
    const { data } = await ruam.get('/open-api/v1/profiles/{id}', { params: { path: { id } } })
    const name: string | null | undefined = data.values.firstName
    expect([sent.results![0]!.status, name, data.values.phone]).toEqual(['added', 'มะลิ', '+66895550101'])
    // @ts-expect-error The store has no such field.
    expect(data.values.shoeSize).toBeUndefined()
  })

  test('throws the error of an answer with its name, its sentence and the number of the request', async () => {
    const failure = await client()
      .get('/open-api/v1/profiles/{id}', { params: { path: { id: '999999999' } } })
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RuamError)
    expect(failure).toMatchObject({ name: 'not_found', status: 404, requestId: expect.stringMatching(/./) })
    // @ts-expect-error No error has this name.
    expect((failure as RuamError).name === 'not_fuond').toBe(false)
  })

  test('sends items again after a lost answer, and they are stored once', async () => {
    let lost = 0
    const losing: typeof fetch = async (request) => {
      const answer = await fetch(request)
      if (lost++ < 2) throw new TypeError('fetch failed')
      return answer
    }
    const body = { items: [{ values: { firstName: 'ครั้งเดียว', phone: '0895550102' } }] }
    const sent = await client({ fetch: losing }).post('/open-api/v1/profiles/batch', { body })
    expect([lost, sent.results!.map(({ status }) => status)]).toEqual([3, ['added']])
  })

  test('waits as long as a refusal says, and gives a lost label call back to its caller', async () => {
    let asked = 0
    const refusing: typeof fetch = async (request) => {
      if (asked++ === 0) return new Response('{}', { status: 429, headers: { 'retry-after': '0.01' } })
      return fetch(request)
    }
    expect((await client({ fetch: refusing }).get('/open-api/v1/labels')).data).toEqual([])
    const away: typeof fetch = async () => {
      asked++
      throw new TypeError('fetch failed')
    }
    asked = 0
    const labelled = client({ fetch: away }).post('/open-api/v1/labels/{id}/profiles', {
      params: { path: { id: '1' } },
      body: { add: [1], remove: [] },
    })
    await expect(labelled).rejects.toThrow('fetch failed')
    expect(asked).toBe(1)
  })

  test('follows changed customers, and goes on at the kept cursor after a break', async () => {
    const since = new Date().toISOString()
    const phones = ['0895550111', '0895550112', '0895550113']
    await client().post('/open-api/v1/profiles/batch', {
      body: { items: phones.map((phone) => ({ values: { phone } })) },
    })
    const seen = new Map<number, string | undefined>()
    const first = changedProfiles(client(), { since, everyMs: 10 })
    for await (const { profile, cursor } of first) {
      seen.set(profile.id, cursor)
      if (seen.size === phones.length) break
    }
    const cursor = [...seen.values()].at(-1)
    await client().post('/open-api/v1/profiles', { body: { values: { phone: '0895550114' } } })
    for await (const { profile } of changedProfiles(client(), { cursor, everyMs: 10 })) {
      expect('values' in profile && profile.values.phone).toBe('+66895550114')
      break
    }
  })

  test('reads all customers once and ends', async () => {
    const { results } = await client().post('/open-api/v1/profiles', { body: { values: { phone: '0895550140' } } })
    const read = async () => {
      const ids: number[] = []
      for await (const { profile } of changedProfiles(client(), { once: true })) ids.push(profile.id)
      return ids
    }
    await expect.poll(read).toContain(results![0]!.profile_id)
  })

  test('yields a cursor before the first change, from which the changes go on after a break', async () => {
    const first = await nextOf(changes(client(), { once: true }))
    expect(first).toEqual({ events: [], cursor: expect.stringMatching(/./) })
    const { results } = await client().post('/open-api/v1/profiles', { body: { values: { phone: '0895550141' } } })
    const next = await nextOf(changes(client(), { cursor: first.cursor }))
    expect(next.events).toMatchObject([{ type: 'profile.created', profile_id: results![0]!.profile_id }])
    expect((await nextOf(changes(client(), { cursor: next.cursor }))).events).toEqual([])
  })

  test('waits for a server that stops and starts, and reads what changed meanwhile', async () => {
    const cursor = await now()
    const server = await serve()
    let away = 0
    const watched: typeof fetch = (request) =>
      fetch(request).catch((error: unknown) => {
        away++
        throw error
      })
    const ruam = client({ address: server.address, retries: 0, fetch: watched })
    const following = changes(ruam, { cursor, everyMs: 10 })
    await nextOf(following)
    await server.stop()
    const { results } = await client().post('/open-api/v1/profiles', { body: { values: { phone: '0895550142' } } })
    const next = nextOf(following)
    await expect.poll(() => away).toBeGreaterThan(1)
    const again = await serve(server.port)
    atEndOfFile(again.stop)
    expect((await next).events).toMatchObject([{ type: 'profile.created', profile_id: results![0]!.profile_id }])
  })

  test('ends when its caller aborts it', async () => {
    const stop = new AbortController()
    const following = changes(client(), { cursor: await now(), signal: stop.signal })
    await nextOf(following)
    const end = following.next()
    stop.abort()
    expect((await end).done).toBe(true)
  })

  test('ends with a typed error at a cursor whose changes are no longer kept', async () => {
    const cursor = await now()
    const core = await coreOf(store)
    await inStore(core.pool, store.storeId, (db) => endChanges(db, store.storeId))
    const failure = await nextOf(changes(client(), { cursor })).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(RuamError)
    const { name, status } = failure as RuamError
    expect([name, status]).toEqual(['changes_gone' satisfies typeof name, 410])
  })

  test('gives up at once on an address without a server', async () => {
    const nowhere = client({ address: 'http://127.0.0.1:9', retries: 0 })
    await expect(changes(nowhere).next()).rejects.toThrow('fetch failed')
  })

  test('takes an event signed with its secret, and refuses one that is not', () => {
    const secret = `whsec_${Buffer.from('0123456789abcdef01234567').toString('base64')}`
    const data = { profile_id: 1, label_id: 7 }
    const body = JSON.stringify({ type: 'label.added', timestamp: new Date().toISOString(), data })
    const now = new Date()
    const headers = {
      'Webhook-Id': 'msg_1',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
    }
    const event = verifyWebhook(secret, headers, body)
    expect(event.type === 'label.added' && event.data.label_id).toBe(7)
    expect(verifyWebhook(secret, new Headers(headers), body)).toEqual(event)
    expect(() => verifyWebhook(secret, headers, body.replace('1', '2'))).toThrow()
  })
})

describe('the command line', () => {
  const ruam = (...args: string[]) => commandLine(home).ruam(...args)
  const login = () => commandLine(home).login(address, credential)

  test('keeps a key that works, in a file that nobody else reads', async () => {
    await expect(ruam('types')).rejects.toMatchObject({ stderr: 'Run `ruam login` first.\n' })
    await login()
    expect((await stat(join(home, 'ruam/login.json'))).mode & 0o777).toBe(0o600)
  })

  test('sends a file, first without storing it, and names its wrong rows', async () => {
    await login()
    const file = join(home, 'people.csv')
    await writeFile(file, '\uFEFFfirstName,phone\nสมศรี,0895550121\nผิด,12\n')
    const dry = await ruam('send', file, '--dry-run')
    expect(dry.stdout).toContain('added: 1\n')
    const sent = await ruam('send', file)
    expect(sent.stdout).toContain('added: 1\n')
    expect(sent.stderr).toMatch(/^Row 3: ./)
    // Its blocks have the same keys as before.
    expect((await ruam('send', file)).stdout).toBe(sent.stdout)
  })

  test('shows the requests of its own key by outcome and by number, and none of another key', async () => {
    const { core } = await testServer()
    const other = await newCredential(await newStore())
    const refusal = (one: string) =>
      connect({ address, credential: one })
        .get('/open-api/v1/profiles/{id}', { params: { path: { id: '999999999' } } })
        .catch((error: unknown) => String((error as RuamError).requestId))
    const [mine, foreign] = [String(await refusal(credential)), String(await refusal(other.credential))]
    await login()
    await writeRequests(core.pool, core.config.secretKey)
    const refused = await ruam('logs', '--status', 'refused')
    expect(refused.stdout).toMatch(
      new RegExp(`\t404\t\\d+ ms\tGET /open-api/v1/profiles/\\{id\\}\t\tnot_found\t${mine}\n`),
    )
    expect(refused.stdout).not.toContain(foreign)
    expect((await ruam('logs', '--request', mine)).stdout.trim().split('\n')).toHaveLength(1)
    expect((await ruam('logs', '--request', foreign)).stdout).toBe('')
    await expect(ruam('logs', '--status', 'lost')).rejects.toMatchObject({
      stderr: '--status is one of ok, failed, refused.\n',
    })
  })

  test('writes the types of the fields, whatever their names are', async () => {
    await login()
    const { stdout } = await ruam('types')
    expect(stdout).toContain('  /** ผู้ก่อตั้ง */\n  "constructor"?: number | null | Object["constructor"]\n')
  })
})
