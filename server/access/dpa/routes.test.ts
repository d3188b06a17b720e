import { createHash } from 'node:crypto'
import { dpa } from '@ruam/contract/access/dpa.ts'
import { agreementText, DPA_VERSION, dpaDocument } from '@ruam/contract/access/dpa-document.ts'
import { people } from '@ruam/contract/access/people.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { describe, expect, test } from 'vitest'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { DPA_HASH, publishAgreement } from './document.ts'

const about = { app_name: 'ruam', type: 'dpa' } as const
const consentee = { name: 'มาลี สุขใจ', email: 'malee@example.com', position: 'เจ้าของ', company: 'ร้านผ้าไทย' }
const body = (status: 'accepted' | 'declined', more: object = {}) => ({ ...about, status, consentee, ...more })
const opens = async (store: Pick<TestStore, 'try'>) => {
  const { status, body } = await store.try(profiles.list, { query: {} })
  return status === 200 ? 'open' : body.error
}

/** Returns the audited acts about the agreement. */
async function written({ storeId }: TestStore) {
  const { admin } = await testServer()
  const { rows } = await admin.query(
    "select action, user_id, details from audit_log where store_id = $1 and action like 'dpa%' order by id",
    [storeId],
  )
  return rows
}

/** Another text in force for as long as the test lasts. */
async function withNewer(work: () => Promise<void>) {
  const { admin } = await testServer()
  await admin.query("insert into dpa_document (version, document, document_hash) values ('later', $1, 'another')", [
    JSON.stringify(dpaDocument),
  ])
  try {
    await work()
  } finally {
    await admin.query("delete from dpa_document where version = 'later'")
  }
}

describe('the text of the agreement', () => {
  test('is known by its hash, and a changed text has another version', () => {
    expect(createHash('sha256').update(agreementText(dpaDocument)).digest('hex')).toBe(DPA_HASH)
    expect([DPA_VERSION, DPA_HASH]).toEqual([
      '2026-11-22',
      '033b684424a0dcae4ab8e53c3c607700c9c5f69b33fdd5ea6edb7ffcee83f885',
    ])
  })

  test('may not change once its version is published', async () => {
    const { core, admin } = await testServer()
    await publishAgreement(core.pool)
    await admin.query("update dpa_document set document_hash = 'other' where version = $1", [DPA_VERSION])
    await expect(publishAgreement(core.pool)).rejects.toThrow('published with another text')
    await admin.query('update dpa_document set document_hash = $2 where version = $1', [DPA_VERSION, DPA_HASH])
  })

  test('is returned with its hash to every member, even before an owner has decided', async () => {
    const store = await newStore({ dpa: 'none' })
    const member = await store.member([])
    expect(await member.call(dpa.detail, { body: about })).toEqual({
      status: 'not-found',
      result: 'not-found',
      version: DPA_VERSION,
      document_hash: DPA_HASH,
      document: dpaDocument,
      consentee: null,
      decided_at: null,
      earlier: null,
    })
    expect(await member.call(dpa.consentee, { body: about })).toEqual({ consentee: null })
  })
})

describe('an owner', () => {
  test('opens the store by accepting, and who did it in whose name is kept', async () => {
    const store = await newStore({ dpa: 'none' })
    expect(await opens(store)).toBe('dpa_required')
    const made = await store.call(dpa.decide, { body: body('accepted', { document_hash: DPA_HASH }) })
    expect(made).toMatchObject({ status: 'found', result: 'accepted', consentee, document_hash: DPA_HASH })
    expect(await opens(store)).toBe('open')
    expect(await store.call(dpa.status, { body: about })).toEqual({
      status: 'found',
      result: 'accepted',
      version: DPA_VERSION,
    })
    expect(await store.call(dpa.consentee, { body: about })).toEqual({ consentee })
    const details = { status: 'accepted', version: DPA_VERSION }
    expect(await written(store)).toEqual([{ action: 'dpa_decided', user_id: store.userId, details }])
  })

  test('closes the store to everybody by declining, and opens it again by changing that', async () => {
    const store = await newStore()
    const member = await store.member(['cdp-core.profile.read'])
    expect(await opens(member)).toBe('open')
    await store.call(dpa.change, { body: body('declined') })
    expect([await opens(member), await opens(store)]).toEqual(['dpa_required', 'dpa_required'])
    expect((await member.call(stores.get, { params: { id: String(store.storeId) } })).dpa_status).toBe('declined')
    await store.call(dpa.change, { body: body('accepted') })
    expect([await opens(member), await opens(store)]).toEqual(['open', 'open'])
  })

  test('declining in a second tab does not overrule the first', async () => {
    const store = await newStore({ dpa: 'none' })
    await store.call(dpa.decide, { body: body('declined') })
    const { status, body: refused } = await store.try(dpa.decide, { body: body('accepted') })
    expect([status, refused.error]).toEqual([409, 'dpa_decided'])
    expect(await opens(store)).toBe('dpa_required')
  })

  test('sending the same decision twice decides once', async () => {
    const store = await newStore({ dpa: 'none' })
    await Promise.all(Array.from({ length: 5 }, () => store.call(dpa.decide, { body: body('accepted') })))
    expect(await written(store)).toHaveLength(1)
  })

  test('is asked again by a new version, which everybody else waits for', async () => {
    const store = await newStore()
    const member = await store.member(['cdp-core.profile.read'])
    await withNewer(async () => {
      expect([await opens(store), await opens(member)]).toEqual(['dpa_required', 'dpa_required'])
      const asked = await store.call(dpa.detail, { body: about })
      expect(asked).toMatchObject({ status: 'not-found', version: 'later', earlier: { result: 'accepted' } })
      const old = await store.try(dpa.decide, { body: body('accepted', { document_hash: DPA_HASH }) })
      expect([old.status, old.body.error]).toEqual([409, 'dpa_outdated'])
      await store.call(dpa.decide, { body: body('accepted', { document_hash: 'another' }) })
      expect([await opens(store), await opens(member)]).toEqual(['open', 'open'])
    })
  })

  test('a person who just became a viewer decides nothing', async () => {
    const store = await newStore()
    const second = await store.member('owner')
    const viewer = (
      await (
        await testServer()
      ).admin.query<{ id: number }>("select id from role where store_id = $1 and name = 'viewer'", [store.storeId])
    ).rows[0]!.id
    await store.call(people.update, { params: { id: String(second.userId) }, body: { role_id: viewer } })
    expect((await second.try(dpa.change, { body: body('declined') })).status).toBe(403)
    expect(await opens(store)).toBe('open')
  })
})

test('a decision of two owners at once is one after the other, and the first of them stands', async () => {
  const store = await newStore({ dpa: 'none' })
  const second = await store.member('owner')
  const replies = await Promise.all([
    store.try(dpa.decide, { body: body('accepted') }),
    second.try(dpa.decide, { body: body('declined') }),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(await written(store)).toHaveLength(1)
})

test.each([
  ['another app', { app_name: 'other' }],
  ['another type', { type: 'terms' }],
  ['no name', { consentee: { ...consentee, name: '  ' } }],
  ['a broken e-mail', { consentee: { ...consentee, email: 'malee' } }],
  ['lines in the position', { consentee: { ...consentee, position: 'a\u0000b' } }],
  ['neither yes nor no', { status: 'not-found' }],
])('a decision with %s is refused', async (_, change) => {
  const store = await newStore({ dpa: 'none' })
  const sent = { ...body('accepted'), ...change }
  expect((await store.try(dpa.decide, { body: sent as never })).status).toBe(400)
})
