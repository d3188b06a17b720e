import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isOpen, scopesOf, statedErrors } from '@ruam/contract/platform/endpoint.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import type { LightMyRequestResponse } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../database/db.ts'
import { PASSWORD, signIn, storeWithPassword } from '../testing/app/auth.testing.ts'
import { brokenRules } from '../testing/consistency.ts'
import { expectGuarded } from '../testing/guarded.ts'
import { newCredential, tokenFor } from '../testing/open-api/keys.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { auditedElsewhere, onlyOnce } from './call-lists.ts'
import { type Call, calls, type Request, send, successOf } from './calls.ts'
import { connectionsOf, limitConnections } from './held-connections.ts'
import { expectNamesRaised, namedTables, writtenNames } from './names-raised.ts'
import { ownersAlone } from './owners-alone.ts'
import { byBody, refusedAnyway, requestOf } from './requests.ts'

beforeAll(() => testServer({ alone: true }))

// Every call in a new store, by a caller with exactly the rights that it requires: its success, and everything that must come with one.

/** A caller with exactly what a call requires. */
interface Caller {
  title: string
  held?: readonly Permission[] | 'owner'
  scope?: Scope
}

function callersOf({ name, endpoint }: Call): Caller[] {
  const { permission, alsoRequires } = endpoint
  if (isOpen(permission)) return [{ title: 'everybody' }]
  if (permission === 'program')
    return scopesOf(endpoint).map((scope) => ({ title: `a key with ${scope} alone`, scope }))
  if (ownersAlone.includes(name)) return [{ title: 'the owner', held: 'owner' }]
  if (permission === 'person') return [{ title: 'any signed-in user', held: [] }]
  if (permission === 'member') return [{ title: 'a member without any right', held: [] }]
  const further = alsoRequires ? [alsoRequires] : []
  const asked = byBody[name] ?? []
  return ([permission].flat() as Permission[]).map((one) => ({
    title: `a member who holds ${[one, ...further].join(' and ')} and nothing else`,
    held: [one, ...further, ...[asked].flat()],
  }))
}

interface Entered {
  store: TestStore
  /** Null for programs, and for a caller without a token. */
  userId: number | null
  ask: (request?: Request) => Promise<LightMyRequestResponse>
}

/** Scopes without which the request is refused: a webhook sends only what its program reads. */
const alsoNeeded: Partial<Record<string, Scope[]>> = {
  'openApiWebhooks.create': ['label:read'],
  'openApiWebhooks.sendAgain': ['label:read'],
}

/** Makes a store in which a caller can make the call. */
async function enter(call: Call, { held, scope }: Caller): Promise<Entered> {
  const { app } = await testServer()
  const store = await (isOpen(call.endpoint.permission) ? storeWithPassword() : newStore())
  const by = (request: Request, bearer?: string, more?: Record<string, string>) => {
    const authorization = bearer && `Bearer ${bearer}`
    return (changed = request) => send(app, call.endpoint, changed, authorization, more)
  }
  if (call.name === 'auth.login')
    return { store, userId: store.userId, ask: by({ body: { email: store.email, password: PASSWORD } }) }
  if (call.name === 'auth.refresh') {
    const cookie = `ruam_refresh=${(await signIn(store.email)).cookie}`
    return { store, userId: store.userId, ask: by({}, undefined, { cookie }) }
  }
  if (scope) {
    const { credential } = await newCredential(store, { scopes: [scope, ...(alsoNeeded[call.name] ?? [])] })
    return { store, userId: null, ask: by(await requestOf(call, store), credential) }
  }
  const member = held ? await store.member(held) : store
  // A request that names a person names the caller.
  const request = await requestOf(call, { ...store, userId: member.userId, token: member.token })
  return { store, userId: member.userId, ask: by(request, held && (await tokenFor(call.endpoint, member))) }
}

interface AuditRow {
  action: string
  user_id: number | null
  credential: boolean
  request_id: string | null
  address: string | null
}

/** Rows that rejections write on purpose. */
const refusals = ['right_refused', 'password_refused', 'sign_in_refused', 'passkey_refused', 'recovery_code_refused']

/** Audit rows that calls wrote in a store, the oldest first. Jobs write without a request. */
async function auditRows({ storeId }: TestStore): Promise<AuditRow[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<AuditRow>(
    `select action, user_id, details ? 'credential_id' as credential, request_id, address from audit_log
     where store_id = $1 and request_id is not null order by id`,
    [storeId],
  )
  return rows
}

/** Makes a call some times at once. Returns its replies with the audit rows, and whether one needed a second connection. */
async function made({ store, ask }: Entered, times = 1) {
  const before = (await auditRows(store)).length
  const all = await Promise.all(Array.from({ length: times }, () => connectionsOf(ask)))
  const rows = (await auditRows(store)).slice(before)
  return {
    replies: all.map(({ result }) => result),
    asksForSecond: all.some((one) => one.asksForSecond),
    acts: rows.filter(({ action }) => !refusals.includes(action)),
    rows,
  }
}

const isDone = ({ statusCode }: LightMyRequestResponse) => statusCode < 400

beforeAll(async () => {
  const { home, there } = await testServer()
  for (const { core, admin } of there ? [home, there] : [home]) {
    // With two servers, POST /stores and GET /users/{user_id}/user-stores need a second one at home.
    if (!there) limitConnections(core.pool)
    await expectNamesRaised(admin)
  }
})

/** Errors of any call. */
const always = ['invalid_input', 'not_found', 'forbidden', 'signed_out', 'too_many_requests']

for (const call of calls)
  describe(call.title, () => {
    const { audit, permission, method, download } = call.endpoint
    const [caller, ...others] = callersOf(call) as [Caller, ...Caller[]]
    const once = onlyOnce.includes(call.name)
    const success =
      refusedAnyway[call.name] && !/^auth.(login|refresh)$/.test(call.name) ? 400 : successOf(call.endpoint)
    let entered: Entered
    let first: Awaited<ReturnType<typeof made>>

    /** Expects exactly the success, or the error that no request of a test avoids. */
    function expectSuccess(reply: LightMyRequestResponse) {
      expectGuarded(reply)
      const isFile = download === true && isDone(reply)
      expect(reply.headers['content-disposition'] !== undefined).toBe(isFile)
      if (success === 400) expect(reply.json().error).toBe(refusedAnyway[call.name])
      else expect([reply.statusCode, isDone(reply) ? '' : reply.body]).toEqual([success, ''])
    }

    test(`opens for ${caller.title}${once ? ', once of ten times at once' : ''}`, async () => {
      entered = await enter(call, caller)
      first = await made(entered, once ? 10 : 1)
      const done = once ? first.replies.filter(isDone) : first.replies
      expect(done).toHaveLength(1)
      expectSuccess(done[0]!)
      const errors = first.replies.filter((reply) => !done.includes(reply)).map((reply) => reply.json().error)
      for (const error of errors) expect([...always, ...statedErrors(call.endpoint)]).toContain(error)
    })

    // A call that holds one connection and asks for another waits for ever as soon as enough others do the same.
    test('needs no second connection while it holds one', () => {
      expect(first.asksForSecond).toBe(false)
    })

    // The others have a transaction that can write nothing.
    if ((method !== 'GET' || download) && !(call.name in auditedElsewhere)) {
      const title = audit ? `is audited as ${audit}, once, with author, address and request` : 'leaves no audit entry'
      test(title, () => {
        const credential = permission === 'program'
        const request_id = expect.stringMatching(/^[0-9a-f-]{36}$/)
        const row = { action: audit, user_id: entered.userId, credential, request_id, address: expect.any(String) }
        expect(once ? first.acts : first.rows).toEqual(audit ? [row] : [])
      })

      test('is audited once at most when it is repeated, and not when it is refused', async () => {
        const { replies, acts } = await made(entered)
        expect(acts.length).toBeLessThanOrEqual(audit && replies[0]!.statusCode === success ? 1 : 0)
      })

      test('is not audited when its query is unknown', async () => {
        const { app } = await testServer()
        const bearer = `Bearer ${await tokenFor(call.endpoint, entered.store)}`
        const ask = () => send(app, call.endpoint, { query: { unheard: '1' } }, bearer)
        const { replies, rows } = await made({ ...entered, ask })
        expect([replies.filter(isDone), rows]).toEqual([[], []])
      })
    }

    if (once)
      test('leaves consistent rows after ten times at once', async () => {
        expect(await brokenRules(entered.store)).toEqual([])
      })
    else if (method !== 'GET')
      test('leaves consistent rows after ten times at once', { tags: ['verify'] }, async () => {
        const again = await enter(call, caller)
        const { replies } = await made(again, 10)
        for (const reply of replies.filter(({ statusCode }) => statusCode >= 300))
          expect([...always, ...statedErrors(call.endpoint)]).toContain(reply.json().error)
        expect(await brokenRules(again.store)).toEqual([])
      })

    for (const other of others)
      test(`opens for ${other.title}`, { tags: ['verify'] }, async () => {
        expectSuccess(await (await enter(call, other)).ask())
      })

    // The owner has every right, and members with fewer show that the call opens.
    if (!isOpen(permission) && permission !== 'program' && !ownersAlone.includes(call.name))
      test('opens for the owner', { tags: ['verify'] }, async () => {
        expectSuccess(await (await enter(call, { title: 'the owner', held: 'owner' })).ask())
      })
  })

test('a request that asks for a second connection is noticed', async () => {
  const { pool } = (await testServer()).home.core
  const second = () => transaction(pool, 'begin', () => pool.query('select 1'))
  expect((await connectionsOf(second, 100)).asksForSecond).toBe(true)
})

test('the names of each table were written by one of these calls', async () => {
  expect(await writtenNames()).toEqual(Object.keys(namedTables).sort())
})

test.each(Object.values(auditedElsewhere))('$file holds the test "$title"', ({ file, title }) => {
  expect(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')).toContain(`test('${title}'`)
})
