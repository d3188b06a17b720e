import { consents } from '@ruam/contract/customers/consents.ts'
import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { field, madeProfile } from '../../testing/customers/profiles.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { type Sender, senderTo } from '../../testing/open-api/sending.testing.ts'
import { newStore } from '../../testing/store.testing.ts'
import { activityType } from '../../testing/things/fields.ts'
import { label } from '../../testing/things/labels.ts'

let sender: Sender
/** Customers: the first was merged into the second, and that one into the last. */
let ids: number[]
const merge = (kept: number, gone: number) =>
  sender.store.call(profileDuplicates.mergeChosen, { body: { profile_ids: [kept, gone], keep: kept, fields: [] } })

beforeEach(async () => {
  sender = await senderTo(await newStore())
  ids = []
  for (const name of ['หนึ่ง', 'สอง', 'สาม']) ids.push((await madeProfile(sender.store, { [field.firstName]: name })).id)
  await merge(ids[1]!, ids[0]!)
  await merge(ids[2]!, ids[1]!)
})

/** Calls about one customer, each with its request. */
async function callsOf(id: number) {
  const labelId = await label(sender.store)
  const { id: purposeId } = await sender.store.call(consents.createPurpose, { body: { name: `ข่าว ${labelId}` } })
  return [
    ['GET', `profiles/${id}`],
    ['GET', `profiles/id:${id}`],
    ['POST', 'profiles/find', { kind: 'id', value: String(id) }],
    ['GET', `profiles/${id}/activities`],
    ['POST', `profiles/${id}/labels`, { label_ids: [labelId] }],
    ['DELETE', `profiles/${id}/labels/${labelId}`],
    ['POST', `profiles/${id}/consents`, { purpose_id: purposeId, operation: 'withdrawn' }],
    ['DELETE', `profiles/${id}`],
  ] as const
}

describe('the id of a merged customer', () => {
  test('answers 410 with the customer that remains, after two merges and at the second call', async () => {
    for (const id of ids.slice(0, 2))
      for (const [method, path, body] of [...(await callsOf(id)), ...(await callsOf(id))]) {
        const reply = await callAs(sender.key, method, path, body, { 'accept-language': 'en' })
        expect([path, reply.status, reply.body]).toMatchObject([
          ...[path, 410, { error: 'profile_merged', error_code: 344, details: { merged_into: ids[2] } }],
        ])
        expect(reply.body.message).toBe(`This customer was merged into customer ${ids[2]}. Use that one instead.`)
      }
  })

  test('is not found for a program that may not read customers, and never names another one', async () => {
    const scopes = ['activity:read', 'label:write', 'consent:write', 'profile:delete'] as const
    const { credential } = await newCredential(sender.store, { scopes })
    for (const [method, path, body] of (await callsOf(ids[0]!)).slice(3)) {
      const reply = await callAs(credential, method, path, body)
      expect([path, reply.status, reply.body.error]).toEqual([path, 404, 'not_found'])
      expect(reply.body.details).toBeUndefined()
    }
  })

  test('is not found once the customer that remains was deleted', async () => {
    await callAs(sender.key, 'DELETE', `profiles/${ids[2]}`)
    expect((await callAs(sender.key, 'GET', `profiles/${ids[0]}`)).status).toBe(404)
  })

  test('answers 410 to people, and opens again when the merge is undone', async () => {
    const read = (id: number) => sender.store.try(profiles.get, { params: { id: String(id) } })
    expect(await read(ids[0]!)).toMatchObject({ status: 410, body: { details: { merged_into: ids[2] } } })
    const { data } = await sender.store.call(profileDuplicates.list, { query: { status: 'merged' } })
    const second = data.find(({ profiles }) => profiles.some(({ id }) => id === ids[2]))!
    await sender.store.call(profileDuplicates.undoMerge, { params: { id: String(second.merge!.id) } })
    expect(await read(ids[0]!)).toMatchObject({ status: 410, body: { details: { merged_into: ids[1] } } })
    expect(await read(ids[1]!)).toMatchObject({ status: 200, body: { id: ids[1] } })
  })
})

test('an id that is no number is not found', async () => {
  for (const value of ['!', '0', '99999999999999999999', '1.5']) {
    expect((await callAs(sender.key, 'GET', `profiles/id:${value}`)).status).toBe(404)
    const found = await callAs(sender.key, 'POST', 'profiles/find', { kind: 'id', value })
    expect([found.status, found.body.data]).toEqual([200, []])
  }
})

describe('an item for a merged customer is written to the customer that remains', () => {
  const nameOf = async (id: number) =>
    (
      await sender.rows<{ last_name: string | null }>(
        `select last_name from profile where store_id = $1 and id = ${id}`,
      )
    )[0]!.last_name

  test('as values, in the same batch as an item for that one', async () => {
    const sent = await sender.send('profiles', [
      { id: ids[0], values: { lastName: 'ใจดี' } },
      { id: ids[2], values: { lastName: 'ใจงาม' } },
      { id: 999_999_999, values: { lastName: 'ไม่มี' } },
    ])
    expect(sent).toMatchObject([
      { status: 'updated', profile_id: ids[2], matched_by: null },
      { status: 'updated', profile_id: ids[2] },
      { status: 'failed', error: 'number_not_found' },
    ])
    expect([await nameOf(ids[2]!), await nameOf(ids[0]!)]).toEqual(['ใจงาม', null])
  })

  test('as an activity, once for each reference, also when it was sent before the merge', async () => {
    const type = await activityType(sender.store)
    const fresh = (await madeProfile(sender.store, { [field.firstName]: 'สี่' })).id
    const item = { type, at: '2026-11-20T10:00:00Z', reference: 'R1', profile: { id: fresh } }
    expect(await sender.send('activities', [item])).toMatchObject([{ status: 'added', profile_id: fresh }])
    await merge(ids[2]!, fresh)
    expect(await sender.send('activities', [item, { ...item, reference: 'R2' }])).toMatchObject([
      { status: 'duplicated', profile_id: ids[2] },
      { status: 'added', profile_id: ids[2] },
    ])
    const at = await sender.rows<{ profile_id: string }>('select profile_id from activity where store_id = $1')
    expect(at.map(({ profile_id }) => Number(profile_id))).toEqual([ids[2], ids[2]])
  })

  test('and a program that may not read customers learns no more than "accepted"', async () => {
    const { credential } = await newCredential(sender.store, { scopes: ['profile:write'] })
    const items = [ids[0], ids[2]].map((id) => ({ id, values: { lastName: 'ใจดี' } }))
    const { body } = await sender.post('profiles/batch', { items }, {}, credential)
    const results = await sender.ended(body, credential)
    expect(results).toMatchObject([0, 1].map((index) => ({ index, status: 'accepted', profile_id: null, error: null })))
  })
})
