import { type Permission, permissions } from '@ruam/contract/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../core/store.testing.ts'
import { hashOf, newToken } from '../core/tokens.ts'
import { type Call, calls, type Request, send, successOf } from './calls.ts'
import { endInWords, inPath, makerAt, placesOf, refusalAt, thingOf } from './ids.ts'
import { refusedAnyway, refusedToOthers, requestOf } from './requests.ts'
import { fingerprint, plantSecret, secretOf } from './rows.ts'

const needed = ({ endpoint: { permission } }: Call): readonly Permission[] => {
  if (permission === 'public' || permission === 'person' || permission === 'member') return []
  return typeof permission === 'string' ? [permission as Permission] : (permission as readonly Permission[])
}
const ofStore = ({ endpoint }: Call) => endpoint.permission !== 'public' && endpoint.permission !== 'person'
const namesRows = (call: Call) =>
  (thingOf(call.endpoint.path) !== undefined && !endInWords.includes(call.endpoint.path)) ||
  placesOf(call).some(({ place }) => makerAt(call, place) && refusalAt(place) === 'not_found')
const bearer = (token: string) => `Bearer ${token}`

/** Nobody works in it while it is asked for: whatever changes in it was changed by a call that should have been refused. */
let quiet: TestStore
let other: TestStore
const prepared = new Map<Call, Request>()

beforeAll(async () => {
  const { admin } = await testServer()
  ;[quiet, other] = await Promise.all([newStore(), newStore()])
  for (const call of calls) prepared.set(call, await requestOf(call, quiet))
  const profile = await inPath['/profile/{id}']!(quiet)
  await plantSecret(admin, quiet.storeId, profile.id!)
})

async function ask(call: Call, request: Request, authorization?: string) {
  const { app } = await testServer()
  const reply = await send(app, call.endpoint, request, authorization)
  const isJson = String(reply.headers['content-type']).startsWith('application/json')
  const body = isJson ? reply.json() : undefined
  return { status: reply.statusCode, body, text: reply.body }
}

/** What a refusal answers, and that it changed nothing. */
async function refused(call: Call, authorization?: string) {
  const { admin } = await testServer()
  const before = await fingerprint(admin, quiet.storeId)
  const { status, body, text } = await ask(call, prepared.get(call)!, authorization)
  expect(text).not.toContain(secretOf(quiet.storeId))
  const after = await fingerprint(admin, quiet.storeId)
  // That somebody lacks a right is written down there.
  if (body?.error === 'forbidden') after.audit_log = before.audit_log!
  expect(after).toEqual(before)
  return { status, error: body?.error, permission: body?.details?.permission }
}

/** What is written down of one person's refusals. */
async function writtenDown({ userId }: { userId: number }) {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ subject_id: string; permission: string }>(
    "select subject_id, details ->> 'permission' as permission from audit_log where store_id = $1 and user_id = $2 and action = 'right_refused'",
    [quiet.storeId, userId],
  )
  return rows
}

/** What a fresh member of a fresh store gets who holds just these permissions. */
async function allowed(call: Call, held: readonly Permission[] | 'owner') {
  const store = await newStore()
  const member = await store.member(held)
  // A request that names a person names the caller.
  const request = await requestOf(call, { ...store, userId: member.userId, token: member.token })
  const { status } = await ask(call, request, bearer(ofStore(call) ? member.token : member.personToken))
  return status
}

for (const call of calls)
  describe(call.title, () => {
    const anyOf = needed(call)
    const signedOut = { status: 401, error: 'signed_out' }

    if (call.endpoint.permission === 'public') {
      test('is open to everybody', async () => {
        const { status, body } = await ask(call, prepared.get(call)!)
        const expected = refusedAnyway[call.name]
        expect(expected ? body.error : status).toBe(expected ?? successOf(call.endpoint))
      })
      return
    }

    test('refuses a caller without a token', async () => {
      expect(await refused(call)).toMatchObject(signedOut)
    })

    test('refuses a token that nobody was given', async () => {
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
      const { admin } = await testServer()
      const member = await quiet.member('owner')
      const token = ofStore(call) ? member.token : member.personToken
      await admin.query("update access_token set expires_at = now() - interval '1 second' where token_hash = $1", [
        hashOf(token),
      ])
      expect(await refused(call, bearer(token))).toMatchObject(signedOut)
    })

    test('opens for the owner', async () => {
      expect(await allowed(call, 'owner')).toBe(successOf(call.endpoint))
    })

    test('tells the owner of another store nothing', async () => {
      const { admin } = await testServer()
      const stranger = await other.member('owner')
      const before = await fingerprint(admin, quiet.storeId)
      const { status, text } = await ask(
        call,
        prepared.get(call)!,
        bearer(ofStore(call) ? stranger.token : stranger.personToken),
      )
      expect(status).toBe(refusedToOthers[call.name] ?? (namesRows(call) ? 404 : successOf(call.endpoint)))
      expect(text).not.toContain(secretOf(quiet.storeId))
      expect(await fingerprint(admin, quiet.storeId)).toEqual(before)
    })

    if (!ofStore(call)) {
      test('refuses a token that is a store’s', async () => {
        // Of a session of its own: a sign-out that is let through would end the others' with it.
        expect(await refused(call, bearer((await quiet.member('owner')).token))).toMatchObject(signedOut)
      })

      test('opens for anybody who has signed in', async () => {
        expect(await allowed(call, [])).toBe(successOf(call.endpoint))
      })
      return
    }

    test('refuses a token that is no store’s', async () => {
      expect(await refused(call, bearer(quiet.personToken))).toMatchObject(signedOut)
    })

    test.each(['declined', 'none'] as const)('minds that the agreement is %s', async (dpa) => {
      const store = await newStore({ dpa })
      if (call.endpoint.beforeDpa) {
        expect((await ask(call, await requestOf(call, store), bearer(store.token))).status).toBe(
          successOf(call.endpoint),
        )
      } else {
        expect(await ask(call, prepared.get(call)!, bearer(store.token))).toMatchObject({
          status: 403,
          body: { error: 'dpa_required' },
        })
      }
    })

    if (anyOf.length === 0) {
      test('opens for a member without any right', async () => {
        expect(await allowed(call, [])).toBe(successOf(call.endpoint))
      })
      return
    }

    const forbidden = { status: 403, error: 'forbidden', permission: anyOf.join('|') }

    test('refuses a member without any right and names what is missing', async () => {
      const member = await quiet.member([])
      expect(await refused(call, bearer(member.token))).toEqual(forbidden)
      expect(await writtenDown(member)).toEqual([{ subject_id: call.title, permission: anyOf.join('|') }])
    })

    test(`refuses a member who holds everything but ${anyOf.join(' and ')}`, async () => {
      const rest = permissions.filter((permission) => !anyOf.includes(permission))
      expect(await refused(call, bearer((await quiet.member(rest)).token))).toEqual(forbidden)
    })

    test.each(anyOf)('opens for a member who holds %s and nothing else', async (permission) => {
      expect(await allowed(call, [permission])).toBe(successOf(call.endpoint))
    })
  })
