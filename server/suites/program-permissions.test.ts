import { scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../core/tokens.ts'
import { expectGuarded } from '../testing/guarded.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { type Call, calls, type Request, send, successOf } from './calls.ts'
import { thingOf } from './ids.ts'
import { endInWords } from './path-ids.ts'
import { requestOf } from './requests.ts'
import { fingerprint, plantSecret, secretOf } from './rows.ts'

// Every call of programs with every state of a credential.

const ofPrograms = calls.filter(({ endpoint }) => endpoint.permission === 'program')

let quiet: TestStore
let other: TestStore
const prepared = new Map<Call, Request>()

beforeAll(async () => {
  const { admin } = await testServer()
  ;[quiet, other] = await Promise.all([newStore(), newStore()])
  for (const call of ofPrograms) prepared.set(call, await requestOf(call, quiet))
  const { params } = await requestOf(ofPrograms.find(({ name }) => name === 'openApiReading.profile')!, quiet)
  await plantSecret(admin, quiet.storeId, params!.id!)
})

async function ask(call: Call, request: Request, credential?: string) {
  const { app } = await testServer()
  const reply = await send(app, call.endpoint, request, credential && `Bearer ${credential}`)
  expectGuarded(reply)
  return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json(), text: reply.body }
}

/** Calls in the quiet store, and expects a refusal that changes nothing and tells nothing. */
async function refused(call: Call, credential?: string) {
  const { admin } = await testServer()
  const before = await fingerprint(admin, quiet.storeId)
  const { status, body, text } = await ask(call, prepared.get(call)!, credential)
  expect(text).not.toContain(secretOf(quiet.storeId))
  expect(await fingerprint(admin, quiet.storeId)).toEqual(before)
  expect(body).toMatchObject({
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    docs_url: expect.stringMatching(`#${body.error}$`),
  })
  return { status, error: body.error, details: body.details }
}

test('there are calls of programs', () => {
  expect(ofPrograms.length).toBeGreaterThan(0)
})

for (const call of ofPrograms)
  describe(call.title, () => {
    const scopes = scopesOf(call.endpoint)

    test('refuses a caller without a credential, with rubbish, and with the token of a person', async () => {
      const rubbish = [undefined, 'x', newToken(), `ruam_1_${newToken()}`, quiet.token, quiet.personToken]
      for (const one of rubbish) expect(await refused(call, one)).toMatchObject({ status: 401, error: 'key_invalid' })
    })

    test.each(scopes)('opens for a key with %s alone', async (scope) => {
      const store = await newStore()
      const { credential } = await newCredential(store, { scopes: [scope] })
      expect((await ask(call, await requestOf(call, store), credential)).status).toBe(successOf(call.endpoint))
    })

    test('refuses a key with every other scope, and names the scope', async () => {
      const { credential } = await newCredential(quiet, { scopes: scopeNames.filter((one) => !scopes.includes(one)) })
      const details = { scope: scopes.join('|') }
      expect(await refused(call, credential)).toEqual({ status: 403, error: 'scope_missing', details })
    })

    test.each([
      ['revoked', 'key_revoked'],
      ['expired', 'key_expired'],
    ] as const)('refuses a key that is %s', async (state, error) => {
      const { credential } = await newCredential(quiet, { state })
      expect(await refused(call, credential)).toMatchObject({ status: 401, error })
    })

    test('refuses a key the moment it is revoked, in whatever process has it cached', async () => {
      const { admin } = await testServer()
      const store = await newStore()
      const { id, credential } = await newCredential(store)
      const request = await requestOf(call, store)
      await ask(call, request, credential)
      await ask(call, request, credential)
      await admin.query("update credential set status = 'revoked' where store_id = $1 and id = $2", [store.storeId, id])
      expect(await ask(call, request, credential)).toMatchObject({ status: 401, body: { error: 'key_revoked' } })
    })

    test('tells the key of another store nothing', async () => {
      const { credential } = await newCredential(other)
      const { status, text } = await ask(call, prepared.get(call)!, credential)
      const thing = thingOf(call.endpoint.path)
      expect(status).toBe(thing && !endInWords.includes(thing) ? 404 : successOf(call.endpoint))
      expect(text).not.toContain(secretOf(quiet.storeId))
    })

    test('refuses a key of a deleted store', async () => {
      const { admin } = await testServer()
      const store = await newStore()
      const { credential } = await newCredential(store)
      const request = await requestOf(call, store)
      await ask(call, request, credential)
      await admin.query('update store set deleted_at = now() where store_id = $1', [store.storeId])
      expect(await ask(call, request, credential)).toMatchObject({ status: 401, body: { error: 'key_invalid' } })
    })

    test.each(['declined', 'none'] as const)('refuses a key of a store whose agreement is %s', async (dpa) => {
      const { credential } = await newCredential(await newStore({ dpa }))
      expect(await refused(call, credential)).toMatchObject({ status: 403, error: 'dpa_required' })
    })

    // A connector itself names the tokens that may send to it: records.test.ts.
    test.skipIf(call.name === 'connectorItems.sendRecords')(
      'opens for a token only through an active open API that names it',
      async () => {
        const { admin } = await testServer()
        const store = await newStore()
        const request = await requestOf(call, store)
        const { id: token, credential } = await newCredential(store, { kind: 'token' })
        // A token sees the receipts of its own requests alone.
        await admin.query('update receipt set credential_id = $2 where store_id = $1', [store.storeId, token])
        const notOpen = { status: 403, body: { error: 'call_not_open', details: { call: titleOf(call.endpoint) } } }
        expect(await ask(call, request, credential)).toMatchObject(notOpen)
        const { rows } = await admin.query<{ id: number }>(
          `with made as (insert into open_api (store_id, name, calls, field_ids) values ($1, 'a', $2, '{}') returning id)
         insert into open_api_token (store_id, token_id, open_api_id) select $1, $3, id from made returning open_api_id as id`,
          [store.storeId, [titleOf(call.endpoint)], token],
        )
        expect((await ask(call, request, credential)).status).toBe(successOf(call.endpoint))
        await admin.query("update open_api set status = 'inactive' where store_id = $1 and id = $2", [
          store.storeId,
          rows[0]!.id,
        ])
        expect(await ask(call, request, credential)).toMatchObject(notOpen)
        await admin.query("update credential set status = 'inactive' where store_id = $1 and id = $2", [
          store.storeId,
          token,
        ])
        expect(await ask(call, request, credential)).toMatchObject({ status: 401, body: { error: 'token_inactive' } })
      },
    )
  })
