import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isOpen } from '@ruam/contract/platform/endpoint.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { refresh, signIn, storeWithPassword } from '../testing/app/auth.testing.ts'
import { tokenFor } from '../testing/open-api/keys.testing.ts'
import { type Member, type TestStore, testServer } from '../testing/store.testing.ts'
import { type Call, calls, type Request, send, successOf } from './calls.ts'
import { requestOf } from './requests.ts'

/** All calls that change something or hand out a file: the others have a transaction that can write nothing. */
const acting = calls.filter(({ endpoint }) => endpoint.method !== 'GET' || endpoint.download)

/** Calls that no existing store can make, with the test that checks their rows. */
const elsewhere: Record<string, { file: string; title: string }> = {
  'setup.create': {
    file: 'server/app/auth/setup.test.ts',
    title: 'a set-up and the sign-in that comes with it are written down, each once',
  },
  // In another store than the caller's.
  'stores.create': {
    file: 'server/access/stores/deleting.test.ts',
    title: 'is audited once, in the new store, and a refused one is not',
  },
  'stores.restore': {
    file: 'server/access/stores/deleting.test.ts',
    title: 'is visible only to its owners, who can restore it unchanged',
  },
  // The server of these suites sends no mail.
  'auth.forgot': {
    file: 'server/app/auth/lost-password.test.ts',
    title: 'leaves no trace in the audit log of any store',
  },
  // Its events are entries of the online log.
  'webhooks.line': {
    file: 'server/channels/webhooks/webhooks.test.ts',
    title: 'the same event, delivered a hundred times at once, is applied once',
  },
  'webhooks.facebook': {
    file: 'server/channels/facebook/facebook.test.ts',
    title: 'a person who writes to the page becomes a customer with their name on Facebook, and an activity',
  },
  'webhooks.facebookChallenge': {
    file: 'server/channels/facebook/facebook.test.ts',
    title: 'the challenge of Facebook is sent back for the verify token alone',
  },
  // By a user who joins the store with this call.
  'auth.acceptInvitation': {
    file: 'server/app/auth/invitations.test.ts',
    title: 'an acceptance and the sign-in that comes with it are written down, each once, and no refused one',
  },
}

/** Rows that rejections write on purpose. */
const refusals = ['right_refused', 'password_refused', 'sign_in_refused']

interface Row {
  action: string
  user_id: number | null
  credential: boolean
  request_id: string | null
  address: string | null
}

/** Rows that calls wrote into the audit log of a store, the oldest first. Jobs write without a request. */
async function writtenByCalls({ storeId }: TestStore): Promise<Row[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<Row>(
    "select action, user_id, details ? 'credential_id' as credential, request_id, address from audit_log where store_id = $1 and request_id is not null order by id",
    [storeId],
  )
  return rows
}

/** A call that only has to be made: what it needs is there, and written down. */
async function prepare(call: Call, store: TestStore) {
  if (call.name === 'auth.login') return async () => (await signIn(store.email)).status
  if (call.name === 'auth.refresh') {
    const { cookie } = await signIn(store.email)
    return async () => (await refresh(cookie)).status
  }
  const request = await requestOf(call, store)
  return (changed: Request = request) => ask(call, store, changed)
}

async function ask(call: Call, member: Pick<Member, 'userId' | 'token' | 'personToken'>, request: Request) {
  const { app } = await testServer()
  const bearer = `Bearer ${await tokenFor(call.endpoint, member)}`
  return (await send(app, call.endpoint, request, bearer)).statusCode
}

test.each(Object.values(elsewhere))('$file holds the test "$title"', ({ file, title }) => {
  expect(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8')).toContain(`test('${title}'`)
})

for (const call of acting)
  describe.skipIf(call.name in elsewhere)(call.title, () => {
    const { audit, permission } = call.endpoint
    let store: TestStore
    let make: () => Promise<number>
    beforeAll(async () => {
      store = await storeWithPassword()
      make = await prepare(call, store)
    })

    /** Makes one more call and returns its response and audit rows. */
    async function made(how = make) {
      const before = await writtenByCalls(store)
      const status = await how()
      return { status, rows: (await writtenByCalls(store)).slice(before.length) }
    }

    test(
      audit ? `is written down as ${audit}, once, with who did it, from where and in which request` : 'leaves no trace',
      async () => {
        const { status, rows } = await made()
        expect(status).toBe(successOf(call.endpoint))
        const request_id = expect.stringMatching(/^[0-9a-f-]{36}$/)
        const credential = permission === 'program'
        const by = { user_id: credential ? null : store.userId, credential }
        expect(rows).toEqual(audit ? [{ action: audit, ...by, request_id, address: expect.any(String) }] : [])
      },
    )

    test('is written down once more at most when it is made again, and not when it is refused', async () => {
      const { status, rows } = await made()
      const acts = rows.filter(({ action }) => !refusals.includes(action))
      expect(acts.length).toBeLessThanOrEqual(audit && status === successOf(call.endpoint) ? 1 : 0)
    })

    test('is not written down when it asks for what the call does not know', async () => {
      const { status, rows } = await made(() => ask(call, store, { query: { unheard: '1' } }))
      expect([status >= 400, rows]).toEqual([true, []])
    })

    test.skipIf(isOpen(permission) || permission === 'person' || permission === 'member' || permission === 'program')(
      'is written down as refused, and as nothing else, for a member without the right',
      async () => {
        const member = await store.member([])
        const { status, rows } = await made(() => ask(call, member, {}))
        expect([status, rows]).toMatchObject([403, [{ action: 'right_refused', user_id: member.userId }]])
      },
    )
  })
