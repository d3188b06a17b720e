import { stores } from '@ruam/contract/access/stores.ts'
import { consentWordings } from '@ruam/contract/customers/consent-wordings.ts'
import { type consentOperations, consents, FIRST_PURPOSE } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../testing/customers/profiles.testing.ts'
import { jobEnded } from '../../../testing/jobs.testing.ts'
import { type Member, newStore, type TestStore, testServer } from '../../../testing/store.testing.ts'

type Operation = (typeof consentOperations)[number]

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const purpose = (name = 'ข่าวสาร', of: Member = store) => of.call(consents.createPurpose, { body: { name } })
const person = async () => (await store.call(profiles.create, { body: { fields: [{ id: 1, value: 'ญาดา' }] } })).id
const said = (profile_id: number, purpose_id: number, operation: Operation, note = '7') => ({
  body: { profile_id, purpose_id, operation, way: 'counter' as const, note },
})
const consentsOf = async (profile_id: number) =>
  (await store.call(consents.ofProfile, { query: { profile_id: String(profile_id) } })).data
const peopleOf = async () => {
  const { data } = await store.call(consents.purposes, { query: {} })
  return data.map(({ granted, withdrawn }) => [granted.total, withdrawn.total])
}

describe('a purpose', () => {
  test('comes with a new store, so that its first broadcast can be written', async () => {
    const { id } = await store.call(stores.create, { body: { name: 'อีกร้าน' } })
    const { admin } = await testServer()
    const { rows } = await admin.query('select name from consent_purpose where store_id = $1', [id])
    expect(rows).toEqual([{ name: FIRST_PURPOSE }])
  })

  test('is listed by name with the number of people who agreed and declined', async () => {
    const news = await purpose('ข่าวสาร')
    const research = await purpose('การวิจัย')
    const [a, b, c] = [await person(), await person(), await person()]
    for (const [who, operation] of [
      [a, 'granted'],
      [b, 'granted'],
      [b, 'withdrawn'],
      [c, 'granted'],
    ] as const)
      await store.call(consents.record, said(who, news.id, operation))
    const { data, total } = await store.call(consents.purposes, { query: {} })
    expect([total, data.map(({ id }) => id)]).toEqual([2, [research.id, news.id]])
    expect(await peopleOf()).toEqual([
      [0, 0],
      [2, 1],
    ])
    await store.call(profiles.delete, { params: { id: String(a) } })
    expect((await peopleOf())[1]).toEqual([1, 1])
  })

  test('has a unique name, ignoring case', async () => {
    await purpose('Newsletter')
    const other = await purpose('Research')
    const body = { name: ' newsletter ' }
    const again = await store.try(consents.createPurpose, { body })
    const renamed = await store.try(consents.updatePurpose, {
      params: { id: String(other.id) },
      body: { ...body, origin_time: other.updated_at },
    })
    expect([again, renamed].map(({ status, body }) => [status, body.error])).toEqual(Array(2).fill([409, 'name_taken']))
    expect((await purpose('Newsletter', await newStore())).name).toBe('Newsletter')
  })

  test('is changed by one of several concurrent saves of the same version', async () => {
    const { id, updated_at } = await purpose()
    const save = (name: string) =>
      store.try(consents.updatePurpose, { params: { id: String(id) }, body: { name, origin_time: updated_at } })
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => save(`ชื่อ ${n}`)))
    const won = replies.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    for (const { body } of replies.filter((reply) => reply !== won[0]))
      expect(body).toMatchObject({ error: 'stale_edit', details: { current: won[0]!.body } })
  })
})

describe('the consent of a customer', () => {
  test('under age is withdrawn by the guardian, and is their own once they are of age', async () => {
    await store.call(consentWordings.setAgeGate, { body: { value: true } })
    const { id } = await purpose()
    const who = await person()
    const bornYearsAgo = (years: number) =>
      rowsOf(store, 'update profile set birth_date = now() - make_interval(years => $2) where store_id = $1', years)
    const stateAfter = async (operation: Operation, guardian: boolean) => {
      const { body } = said(who, id, operation)
      return (await store.call(consents.record, { body: { ...body, guardian } })).state
    }
    await bornYearsAgo(15)
    const states = [
      await stateAfter('granted', false),
      await stateAfter('granted', true),
      await stateAfter('withdrawn', true),
    ]
    expect(states).toEqual(['under_age', 'granted', 'withdrawn'])
    await bornYearsAgo(21)
    expect(await consentsOf(who)).toMatchObject([{ state: 'granted' }])
  })

  test('is unknown until it is recorded, and then the last answer, with its author', async () => {
    const { id } = await purpose()
    const who = await person()
    expect(await consentsOf(who)).toMatchObject([{ state: 'unknown', since: null, source: null, entries: [] }])
    await store.call(consents.record, said(who, id, 'granted', ' ที่หน้าร้าน '))
    const answer = await store.call(consents.record, said(who, id, 'withdrawn', ''))
    expect(await consentsOf(who)).toEqual([answer])
    expect(answer).toMatchObject({
      state: 'withdrawn',
      since: answer.entries[0]!.at,
      source: { type: 'user', name: 'สมชาย ใจดี' },
      entries: [
        { operation: 'withdrawn', note: null },
        { operation: 'granted', note: 'ที่หน้าร้าน' },
      ],
      truncated: false,
    })
  })

  test('adds nothing to the ledger when repeated, even 20 times at once', async () => {
    const { id } = await purpose()
    const who = await person()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => store.call(consents.record, said(who, id, 'granted'))),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]!.entries).toHaveLength(1)
  })

  test('is returned with the newest 50 entries', { tags: ['verify'] }, async () => {
    const { id } = await purpose()
    const who = await person()
    for (let n = 0; n < 52; n++) await store.call(consents.record, said(who, id, n % 2 ? 'withdrawn' : 'granted'))
    const [consent] = await consentsOf(who)
    expect([consent!.entries.length, consent!.truncated, consent!.state]).toEqual([50, true, 'withdrawn'])
  })

  test('is refused for a deleted profile, one of another store, and an unknown purpose', async () => {
    const { id } = await purpose()
    const other = await newStore()
    const foreign = await purpose('ของเขา', other)
    const [who, gone] = [await person(), await person()]
    const theirs = (await other.call(profiles.create, { body: { fields: [{ id: 1, value: 'มานี' }] } })).id
    await store.call(profiles.delete, { params: { id: String(gone) } })
    for (const [profile, of] of [
      [gone, id],
      [theirs, id],
      [who, foreign.id],
      [who, 2_147_483_647],
    ] as const)
      expect((await store.try(consents.record, said(profile, of, 'granted'))).status).toBe(404)
    for (const profile_id of [gone, theirs].map(String))
      expect((await store.try(consents.ofProfile, { query: { profile_id } })).status).toBe(404)
    const { admin } = await testServer()
    const { rows } = await admin.query('select from consent_entry where store_id = any($1)', [
      [store.storeId, other.storeId],
    ])
    expect(rows).toEqual([])
  })

  test('follows the profile into the one it is merged with, where the newest answer counts', async () => {
    const { id } = await purpose()
    const [kept, merged] = [await person(), await person()]
    await store.call(consents.record, said(kept, id, 'granted'))
    await store.call(consents.record, said(merged, id, 'withdrawn'))
    const pair = await store.call(profileDuplicates.create, { body: { profile_ids: [kept, merged] } })
    const params = { id: String(pair.id) }
    await store.call(profileDuplicates.merge, { params, body: { keep: kept, fields: [] } })
    expect(await consentsOf(kept)).toMatchObject([
      { state: 'withdrawn', entries: [{ operation: 'withdrawn' }, { operation: 'granted' }] },
    ])
    expect(await peopleOf()).toEqual([[0, 1]])
    expect((await store.try(consents.record, said(merged, id, 'granted'))).status).toBe(404)
  })

  test('stays under the number of an erased profile, without its notes', async () => {
    const { id } = await purpose()
    const who = await person()
    await store.call(consents.record, said(who, id, 'granted', 'ญาดาบอกทางโทรศัพท์'))
    const { job_id } = await store.call(profileErasure.erase, { params: { id: String(who) }, body: { confirm: true } })
    await jobEnded(store.storeId, job_id)
    const { admin } = await testServer()
    const { rows } = await admin.query('select profile_id, status, note from consent_entry where store_id = $1', [
      store.storeId,
    ])
    expect(rows).toEqual([{ profile_id: who, status: 'granted', note: null }])
    expect(await peopleOf()).toEqual([[0, 0]])
  })

  test('is audited once per change, without the note', async () => {
    const { id } = await purpose()
    const who = await person()
    for (const operation of ['granted', 'granted', 'withdrawn'] as const)
      await store.call(consents.record, said(who, id, operation, 'คำพูดของลูกค้า'))
    const { admin } = await testServer()
    const { rows } = await admin.query(
      "select action, subject_id, details, user_id from audit_log where store_id = $1 and action like 'consent_%' order by id",
      [store.storeId],
    )
    const entry = (operation: string) => ({
      action: 'consent_recorded',
      subject_id: String(who),
      details: { purpose_id: id, operation },
      user_id: store.userId,
    })
    expect(rows).toEqual([
      { action: 'consent_purpose_created', subject_id: String(id), details: {}, user_id: store.userId },
      entry('granted'),
      entry('withdrawn'),
    ])
  })
})
