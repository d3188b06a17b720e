import { activities } from '@ruam/contract/customers/activities.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import { scopeNames } from '@ruam/contract/platform/scopes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newCredential, openFields } from '../../testing/open-api/keys.testing.ts'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'

let { store, post, rows } = {} as Sender
let known: number
beforeEach(async () => {
  ;({ store, post, rows } = await newSender())
  const stored = { firstName: 'มะลิ', phone: '0815550701', citizenId: '1101700203450', income: 30000 }
  const { body } = await post('profiles', { values: stored })
  known = body.results![0]!.profile_id!
})

/** A key with all fields, so that its scopes decide. */
async function keyWith(...scopes: Scope[]): Promise<string> {
  const made = await newCredential(store, { scopes })
  await openFields(made)
  return made.credential
}
const insensitive = () => keyWith(...scopeNames.filter((scope) => scope !== 'profile-sensitive:read'))
const dryly = { 'ruam-dry-run': 'true' }
/** Result of one item without its place, dry or real. */
const resultOf = async (item: unknown, key: string, headers = {}, path = 'profiles'): Promise<ItemResult> =>
  (await post(path, item, headers, key)).body.results![0]!

const accepted = {
  ...{ index: 0, status: 'accepted', profile_id: null, matched_by: null },
  ...{ error: null, field: null, message: null },
}

describe('a program without profile:read', () => {
  test.each([['profile:write'], ['activity:write']] as const)(
    'reads no customer by a dry run with %s',
    async (scope) => {
      const key = await keyWith(scope)
      const profile = { id: known, values: { firstName: 'อื่น', phone: '0000000001' } }
      const item = { profile, type: 'ซื้อ', at: '2026-11-20' }
      const path = scope === 'profile:write' ? 'profiles' : 'activities'
      const { body } = await post(path, scope === 'profile:write' ? profile : item, dryly, key)
      for (const stored of ['มะลิ', '5550701', '1101700203450', String(known)])
        expect(JSON.stringify(body)).not.toContain(stored)
    },
  )

  test('is answered alike whatever the store knows: at once, dry, by the receipt and when it repeats', async () => {
    const key = await keyWith('profile:write')
    await post('profiles', { values: { phone: '0815550702', email: 'two@example.com' } })
    const items = [
      { values: { phone: '0815550701' } },
      { values: { phone: '0815550703', firstName: 'ใหม่' } },
      { values: { phone: '0815550701', email: 'two@example.com', firstName: 'มะลิ' } },
      { values: { phone: '0815550702', firstName: 'คนละคน' } },
      { id: known, values: { firstName: 'มะลิ' } },
      { id: 2_000_000_000, values: { firstName: 'มะลิ' } },
    ]
    const answers = items.map((_, index) => ({ ...accepted, index }))
    const withNothing = answers.map((one) => ({ ...one, before: {}, after: {} }))
    expect((await post('profiles/batch', { items }, dryly, key)).body.results).toEqual(withNothing)
    const repeated = { 'idempotency-key': 'k-1' }
    const first = await post('profiles/batch', { items }, repeated, key)
    expect(first.body.results).toEqual(answers)
    expect((await post('profiles/batch', { items }, repeated, key)).body.results).toEqual(answers)
    const receipt = await callAs<{ results: unknown }>(key, 'GET', `receipts/${first.body.receipt_id}`)
    expect(receipt.body.results).toEqual(answers)
    const kept = await rows<{ results: ItemResult[] }>('select results from receipt where store_id = $1 order by id')
    expect(kept.at(-1)!.results.map(({ status }) => status)).toContain('added')
  })

  test('is told what is wrong with an item by itself, whether or not its customer is known', async () => {
    const key = await keyWith('profile:write')
    for (const phone of ['0815550701', '0815550704']) {
      const wrong = { ...accepted, error: 'date_invalid', field: 'birthDate', message: expect.any(String) }
      expect(await resultOf({ values: { phone, birthDate: 'เมื่อไร' } }, key)).toEqual(wrong)
    }
    const failed = { status: 'failed', profile_id: null, error: 'phone_invalid', field: 'phone' }
    expect(await resultOf({ values: { phone: 'abc' } }, key)).toMatchObject(failed)
    expect(await resultOf({ values: { firstName: 'ก' } }, key)).toMatchObject({ error: 'match_key_missing' })
  })
})

describe('a program without profile-sensitive:read', () => {
  test.each([[{}], [dryly]])('learns nothing of a sensitive value by guessing it', async (headers) => {
    const key = await insensitive()
    const guess = (income: number) => resultOf({ id: known, values: { income } }, key, headers)
    const [right, wrong] = [await guess(30000), await guess(30001)]
    expect(right).toEqual(wrong)
    expect(right).toMatchObject({ status: 'accepted', profile_id: known })
    expect(JSON.stringify(right)).not.toContain('30000')
  })

  test.each([[{}], [dryly]])('learns not who has a citizen id', async (headers) => {
    const key = await insensitive()
    const guess = (citizenId: string) => resultOf({ values: { citizenId, phone: '0815550709' } }, key, headers)
    const [right, wrong] = [await guess('1101700203450'), await guess('1101700203468')]
    expect(right).toEqual(wrong)
    expect(right).toMatchObject(accepted)
  })

  test('is answered in full about an item of fields that it may read', async () => {
    const key = await insensitive()
    const item = { values: { phone: '0815550701', lastName: 'ใจดี' } }
    expect(await resultOf(item, key)).toMatchObject({ status: 'updated', profile_id: known, matched_by: 'phone' })
    expect(await resultOf(item, key)).toMatchObject({ status: 'duplicated' })
  })
})

test('a program without activity:read learns no activity by guessing it', async () => {
  const key = await keyWith('activity:write', 'profile:read')
  await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [] } })
  const item = (at: string) => ({ type: 'ซื้อ', at, profile: { id: known } })
  await post('activities', item('2026-11-20T10:00:00Z'))
  const guess = (at: string) => resultOf(item(at), key, {}, 'activities')
  expect(await guess('2026-11-20T10:00:00Z')).toEqual(await guess('2026-11-20T11:00:00Z'))
  const whole = await keyWith('activity:write', 'profile:read', 'activity:read')
  expect(await resultOf(item('2026-11-20T10:00:00Z'), whole, {}, 'activities')).toMatchObject({ status: 'duplicated' })
})
