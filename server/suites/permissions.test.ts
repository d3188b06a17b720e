import { isOpen } from '@ruam/contract/platform/endpoint.ts'
import { type Permission, permissions } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newToken, tokenHash } from '../core/tokens.ts'
import { expectGuarded } from '../testing/guarded.ts'
import { type Member, newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { type Call, calls as everyCall, type Request, send, successOf } from './calls.ts'
import { idPositionsOf, makerAt, refusalAt, resourceOf } from './ids.ts'
import { ownersAlone } from './owners-alone.ts'
import { endInWords, inPath } from './path-ids.ts'
import { refusedToOthers, requestOf, SharedRows } from './requests.ts'
import { fingerprint, plantSecret, secretOf, Unchanged } from './rows.ts'

// Every call by callers who lack something. every-call.test.ts shows to whom each opens.

/** Calls of programs: program-permissions.test.ts. */
const calls = everyCall.filter(({ endpoint: { permission } }) => permission !== 'program' && !isOpen(permission))

const needed = ({ endpoint: { permission } }: Call): readonly Permission[] => {
  if (isOpen(permission) || permission === 'person' || permission === 'member') return []
  return typeof permission === 'string' ? [permission as Permission] : (permission as readonly Permission[])
}
const ofStore = ({ endpoint: { permission } }: Call) => !isOpen(permission) && permission !== 'person'
const namesRows = (call: Call) =>
  (resourceOf(call.endpoint.path) !== undefined && !endInWords.includes(call.endpoint.path)) ||
  idPositionsOf(call).some(({ place }) => makerAt(call, place) && refusalAt(call, place).endsWith('not_found'))
const bearer = (token: string) => `Bearer ${token}`

/** A store without other writers: any change in it comes from a call that should have been rejected. */
let quiet: TestStore
let other: TestStore
/** Without the agreement; nothing changes in them either. */
let undecided: Record<'declined' | 'none', TestStore>
/** Members of the unchanged store. */
let expired: Member
/** By what they lack. */
const lacking = new Map<string, Member>()
/** For calls that ask for a person alone: an owner, whose session the call may end. */
const sessions = new Map<Call, Member>()
/** One for each call that asks for a right: of one person only so many refusals are written down. */
const rightless = new Map<Call, Member>()
/** For calls of owners: a member with what the contract names. */
const notOwners = new Map<Call, Member>()
const prepared = new Map<Call, Request>()
/** Missing rights are logged in the audit log. */
const unchanged = new Unchanged(async () => {
  const { admin } = await testServer()
  return { ...(await fingerprint(admin, quiet.storeId)), audit_log: '', audit_name: '' }
})

beforeAll(async () => {
  const { admin } = await testServer()
  ;[quiet, other] = await Promise.all([newStore(), newStore()])
  undecided = { declined: await newStore({ dpa: 'declined' }), none: await newStore({ dpa: 'none' }) }
  const shared = new SharedRows()
  for (const call of calls) prepared.set(call, await requestOf(call, quiet, shared))
  const profile = await inPath['/profile/{id}']!(quiet)
  await plantSecret(admin, quiet.storeId, profile.id!)
  expired = await quiet.member('owner')
  await admin.query("update access_token set expires_at = now() - interval '1 second' where token_hash = any ($1)", [
    [tokenHash(expired.token), tokenHash(expired.personToken)],
  ])
  for (const call of calls) {
    if (call.endpoint.permission === 'person') sessions.set(call, await quiet.member('owner'))
    const lack = needed(call)
    if (lack.length > 0) rightless.set(call, await quiet.member([]))
    if (ownersAlone.includes(call.name)) notOwners.set(call, await quiet.member(lack))
    const { alsoRequires } = call.endpoint
    for (const these of [lack, alsoRequires ? [alsoRequires] : []]) {
      if (these.length === 0 || lacking.has(these.join('|'))) continue
      lacking.set(these.join('|'), await quiet.member(permissions.filter((permission) => !these.includes(permission))))
    }
  }
  // A link to a file lives for a minute, and is swept then; here it is followed when its turn comes.
  await admin.query("update export_link set expires_at = now() + interval '1 hour' where store_id = $1", [
    quiet.storeId,
  ])
  await unchanged.begin()
})

async function ask(call: Call, request: Request, authorization?: string) {
  const { app } = await testServer()
  const reply = await send(app, call.endpoint, request, authorization)
  expectGuarded(reply)
  const isFile = call.endpoint.download === true && reply.statusCode === 200
  expect(reply.headers['content-disposition'] !== undefined).toBe(isFile)
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  const body = isJson ? reply.json() : undefined
  return { status: reply.statusCode, body, text: reply.body }
}

/** Calls without permission and returns the response; the feature's last test shows that nothing changed. */
async function refused(call: Call, authorization?: string) {
  const again = () => ask(call, prepared.get(call)!, authorization)
  const { status, body, text } = await unchanged.act(call.title, again)
  expect(text).not.toContain(secretOf(quiet.storeId))
  return { status, error: body?.error, permission: body?.details?.permission }
}

/** Audited acts of one person. */
async function writtenDown({ userId }: { userId: number }) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ action: string; subject_id: string; permission: string }>(
    "select action, subject_id, details ->> 'permission' as permission from audit_log where store_id = $1 and user_id = $2 and request_id is not null",
    [quiet.storeId, userId],
  )
  return rows
}

function refusals(call: Call) {
  const anyOf = needed(call)
  const signedOut = { status: 401, error: 'signed_out' }

  test('refuses a caller without a token', async () => {
    expect(await refused(call)).toMatchObject(signedOut)
  })

  test('refuses a token that was never issued', async () => {
    for (const rubbish of [
      bearer(newToken()),
      'Bearer',
      'Bearer x',
      `Basic ${quiet.token}`,
      quiet.token,
      "Bearer ' or true --",
    ]) {
      expect(await refused(call, rubbish)).toMatchObject(signedOut)
    }
  })

  test('refuses a token that has expired', async () => {
    const token = ofStore(call) ? expired.token : expired.personToken
    expect(await refused(call, bearer(token))).toMatchObject(signedOut)
  })

  test('reveals nothing to the owner of another store', async () => {
    const stranger = await other.member('owner')
    const token = bearer(ofStore(call) ? stranger.token : stranger.personToken)
    const { status, text } = await unchanged.act(`${call.title} by a stranger`, () =>
      ask(call, prepared.get(call)!, token),
    )
    expect(status).toBe(refusedToOthers[call.name] ?? (namesRows(call) ? 404 : successOf(call.endpoint)))
    expect(text).not.toContain(secretOf(quiet.storeId))
  })

  test.runIf(ownersAlone.includes(call.name))('refuses a member who holds what the contract names', async () => {
    const member = notOwners.get(call)!
    const token = bearer(ofStore(call) ? member.token : member.personToken)
    expect(await refused(call, token)).toMatchObject({ status: 403 })
  })

  if (!ofStore(call)) {
    test('refuses a token that is a store’s', async () => {
      // Separate session: an accepted sign-out would end the others.
      expect(await refused(call, bearer(sessions.get(call)!.token))).toMatchObject(signedOut)
    })
    return
  }

  test('refuses a token that is no store’s', async () => {
    expect(await refused(call, bearer(quiet.personToken))).toMatchObject(signedOut)
  })

  test.each(['declined', 'none'] as const)('minds that the agreement is %s', async (dpa) => {
    if (call.endpoint.beforeDpa) {
      const store = await newStore({ dpa })
      expect((await ask(call, await requestOf(call, store), bearer(store.token))).status).toBe(successOf(call.endpoint))
    } else {
      expect(await ask(call, prepared.get(call)!, bearer(undecided[dpa].token))).toMatchObject({
        status: 403,
        body: { error: 'dpa_required' },
      })
    }
  })

  if (anyOf.length === 0) return

  const forbidden = { status: 403, error: 'forbidden', permission: anyOf.join('|') }

  test('refuses a member without any right and names what is missing', async () => {
    const member = rightless.get(call)!
    expect(await refused(call, bearer(member.token))).toEqual(forbidden)
    expect(await writtenDown(member)).toEqual([
      { action: 'right_refused', subject_id: call.title, permission: anyOf.join('|') },
    ])
  })

  test(`refuses a member who holds everything but ${anyOf.join(' and ')}`, async () => {
    expect(await refused(call, bearer(lacking.get(anyOf.join('|'))!.token))).toEqual(forbidden)
  })

  const { alsoRequires } = call.endpoint
  const further = alsoRequires ? [alsoRequires] : []

  test.each(further)('refuses a member who holds everything but %s', async (permission) => {
    const token = bearer(lacking.get(permission)!.token)
    expect(await refused(call, token)).toEqual({ status: 403, error: 'forbidden', permission })
  })
}

describe.each([...Map.groupBy(calls, ({ name }) => name.split('.')[0]!)])('%s', (_, ofFeature) => {
  describe.each(ofFeature)('$title', refusals)

  test('no refused call of this feature has changed anything', async () => {
    expect(await unchanged.changing()).toEqual([])
  })
})
