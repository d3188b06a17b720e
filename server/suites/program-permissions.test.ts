import { scopesOf, titleOf } from '@ruam/contract/platform/endpoint.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newToken } from '../core/tokens.ts'
import { expectGuarded } from '../testing/guarded.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { type Call, calls, type Request, send, successOf } from './calls.ts'
import { resourceOf } from './ids.ts'
import { endInWords } from './path-ids.ts'
import { requestOf, SharedRows } from './requests.ts'
import { fingerprint, plantSecret, secretOf, Unchanged } from './rows.ts'

// Every call of programs with every state of a credential. every-call.test.ts shows which scope opens it.

const ofPrograms = calls.filter(({ endpoint }) => endpoint.permission === 'program')

let quiet: TestStore
const prepared = new Map<Call, Request>()
/** Credentials of the unchanged store, by their state or by the scopes that they lack. */
const refusedKeys = new Map<string, string>()
/** Keys of stores whose agreement is not accepted, and of another store. */
const foreignKeys = {} as Record<'declined' | 'none' | 'other', string>
const unchanged = new Unchanged(async () => fingerprint((await testServer()).admin, quiet.storeId))

/** Calls that an open API must name, too: a webhook sends only what its program reads. */
const alsoNamed: Partial<Record<string, string[]>> = {
  'openApiWebhooks.create': ['GET /open-api/v1/labels'],
  'openApiWebhooks.sendAgain': ['GET /open-api/v1/labels'],
}

const lacking = (call: Call) => scopesOf(call.endpoint).join('|')

beforeAll(async () => {
  const { admin } = await testServer()
  quiet = await newStore()
  const shared = new SharedRows()
  for (const call of ofPrograms) prepared.set(call, await requestOf(call, quiet, shared))
  const { params } = await requestOf(ofPrograms.find(({ name }) => name === 'openApiReading.profile')!, quiet)
  await plantSecret(admin, quiet.storeId, params!.id!)
  for (const state of ['revoked', 'expired'] as const)
    refusedKeys.set(state, (await newCredential(quiet, { state })).credential)
  for (const call of ofPrograms) {
    const scopes = scopeNames.filter((one) => !scopesOf(call.endpoint).includes(one))
    if (!refusedKeys.has(lacking(call)))
      refusedKeys.set(lacking(call), (await newCredential(quiet, { scopes })).credential)
  }
  for (const dpa of ['declined', 'none'] as const)
    foreignKeys[dpa] = (await newCredential(await newStore({ dpa }))).credential
  foreignKeys.other = (await newCredential(await newStore())).credential
  await unchanged.begin()
})

async function ask(call: Call, request: Request, credential?: string) {
  const { app } = await testServer()
  const reply = await send(app, call.endpoint, request, credential && `Bearer ${credential}`)
  expectGuarded(reply)
  return { status: reply.statusCode, body: reply.body === '' ? undefined : reply.json(), text: reply.body }
}

/** Makes the call of the unchanged store, and expects a rejection that reveals nothing; the feature's last test shows that nothing changed. */
async function refused(call: Call, credential?: string) {
  const { status, body, text } = await unchanged.act(call.title, () => ask(call, prepared.get(call)!, credential))
  expect(text).not.toContain(secretOf(quiet.storeId))
  expect(body).toMatchObject({
    request_id: expect.stringMatching(/^[\da-f-]{36}$/),
    docs_url: expect.stringMatching(`#${body.error}$`),
  })
  return { status, error: body.error, details: body.details }
}

test('there are calls of programs', () => {
  expect(ofPrograms.length).toBeGreaterThan(0)
})

function refusals(call: Call) {
  test('refuses a caller without a credential, with rubbish, and with the token of a person', async () => {
    const rubbish = [undefined, 'x', newToken(), `ruam_1_${newToken()}`, quiet.token, quiet.personToken]
    for (const one of rubbish) expect(await refused(call, one)).toMatchObject({ status: 401, error: 'key_invalid' })
  })

  test('refuses a key with every other scope, and names the scope', async () => {
    const details = { scope: lacking(call) }
    expect(await refused(call, refusedKeys.get(lacking(call)))).toEqual({
      status: 403,
      error: 'scope_missing',
      details,
    })
  })

  test.each([
    ['revoked', 'key_revoked'],
    ['expired', 'key_expired'],
  ] as const)('refuses a key that is %s', async (state, error) => {
    expect(await refused(call, refusedKeys.get(state))).toMatchObject({ status: 401, error })
  })

  test('reveals nothing to the key of another store', async () => {
    const again = () => ask(call, prepared.get(call)!, foreignKeys.other)
    const { status, text } = await unchanged.act(`${call.title} by another store`, again)
    const thing = resourceOf(call.endpoint.path)
    expect(status).toBe(thing && !endInWords.includes(thing) ? 404 : successOf(call.endpoint))
    expect(text).not.toContain(secretOf(quiet.storeId))
  })

  test.each(['declined', 'none'] as const)('refuses a key of a store whose agreement is %s', async (dpa) => {
    expect(await refused(call, foreignKeys[dpa])).toMatchObject({ status: 403, error: 'dpa_required' })
  })

  test('refuses a key the moment it or its store is gone, in whatever process has it cached', async () => {
    const { admin } = await testServer()
    const store = await newStore()
    const request = await requestOf(call, store)
    const [first, second] = [await newCredential(store), await newCredential(store)]
    for (const { credential } of [first, first, second]) await ask(call, request, credential)
    const revoke = "update credential set status = 'revoked' where store_id = $1 and id = $2"
    await admin.query(revoke, [store.storeId, first.id])
    expect(await ask(call, request, first.credential)).toMatchObject({ status: 401, body: { error: 'key_revoked' } })
    await admin.query('update store set deleted_at = now() where store_id = $1', [store.storeId])
    expect(await ask(call, request, second.credential)).toMatchObject({ status: 401, body: { error: 'key_invalid' } })
  })

  // A connector itself names the tokens that may send to it: records.test.ts.
  test.skipIf(call.name === 'connectorItems.sendRecords')(
    'opens for a token only through an active open API that names it',
    async () => {
      const { admin } = await testServer()
      const store = await newStore()
      const request = await requestOf(call, store)
      const { id: token, credential } = await newCredential(store, { kind: 'token' })
      // A token sees the receipts of its own requests alone, and its own webhooks.
      for (const table of ['receipt', 'webhook'])
        await admin.query(`update ${table} set credential_id = $2 where store_id = $1`, [store.storeId, token])
      const notOpen = { status: 403, body: { error: 'call_not_open', details: { call: titleOf(call.endpoint) } } }
      expect(await ask(call, request, credential)).toMatchObject(notOpen)
      const { rows } = await admin.query<{ id: number }>(
        `with made as (insert into open_api (store_id, name, calls, field_ids) values ($1, 'a', $2, '{}') returning id)
       insert into open_api_token (store_id, token_id, open_api_id) select $1, $3, id from made returning open_api_id as id`,
        [store.storeId, [titleOf(call.endpoint), ...(alsoNamed[call.name] ?? [])], token],
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
}

describe.each([...Map.groupBy(ofPrograms, ({ name }) => name.split('.')[0]!)])('%s', (_, ofFeature) => {
  describe.each(ofFeature)('$title', refusals)

  test('no refused call of this feature has changed anything', async () => {
    expect(await unchanged.changing()).toEqual([])
  })
})
