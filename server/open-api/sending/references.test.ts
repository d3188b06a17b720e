import { activities } from '@ruam/contract/customers/activities.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { erase } from '../../testing/customers/profile-erasure.testing.ts'
import { newCredential } from '../../testing/open-api/keys.testing.ts'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { until } from '../../testing/until.testing.ts'

const [A, B] = ['0815554001', '0815554002']
const AT = '2026-01-05T10:00:00+07:00'

let store: Sender['store']
let { post, send, rows } = {} as Sender
let paid = 0
beforeEach(async () => {
  ;({ store, post, send, rows } = await newSender())
  const { id } = await store.call(activities.createField, {
    query: {},
    body: { name: 'paid', display_name: 'ยอด', data_type: 'Number' },
  })
  paid = id
  await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [id] } })
})

const sale = (reference: string | null, amount: number, phone = A, more: object = {}) => ({
  ...{ type: 'ซื้อ', at: AT, values: { paid: amount }, profile: { values: { phone } } },
  ...(reference !== null && { reference }),
  ...more,
})

/** Sends one sale and returns its result. */
async function sell(item: object, credential?: string) {
  const { body } = await post('activities', item, {}, credential)
  return body.results![0]!
}

const sales = async () =>
  (
    await rows<{ phone: string; paid: number }>(
      `select p.phone, (a.fields ->> '${paid}')::float as paid from activity a
       join profile p on p.store_id = a.store_id and p.id = a.profile_id where a.store_id = $1 order by a.id`,
    )
  ).map(({ phone, paid }) => [phone.replace('+66', '0'), paid])

/** Ends the stream of today, as if its day were over. */
const nextDay = () => rows("update run set started_at = started_at - interval '1 day' where store_id = $1 returning id")

async function undoDay(run: number) {
  const [day] = await rows<{ data_source_id: number; run_id: string }>(
    `select data_source_id, run_id from run where store_id = $1 and id = ${run}`,
  )
  const params = { id: String(day!.data_source_id), run_id: day!.run_id }
  const preview = await store.call(importUndo.undoPreview, { params, query: {} })
  await store.call(importUndo.undo, { params })
  await until(
    async () =>
      (await rows(`select from run where store_id = $1 and id = ${run} and undone_at is not null`)).length > 0,
  )
  return preview
}

const runs = async () =>
  (await rows<{ id: number }>("select id from run where store_id = $1 and kind = 'stream' order by id")).map(
    ({ id }) => id,
  )

describe('a reference', () => {
  test('belongs to its key: two tills use the same numbers and lose no sale', async () => {
    const other = (await newCredential(store)).credential
    expect(await sell(sale('1001', 100))).toMatchObject({ status: 'added' })
    expect(await sell(sale('1001', 9990, B), other)).toMatchObject({ status: 'added' })
    expect(await sell(sale('1001', 9990, B), other)).toMatchObject({ status: 'duplicated' })
    expect(await sales()).toEqual([
      [A, 100],
      [B, 9990],
    ])
  })

  test('stays with a key that is rotated, and passes to the key that succeeds it', async () => {
    const scopes = ['activity:write', 'activity:read', 'profile:read'] as const
    const first = await store.call(apiKeys.create, { body: { name: 'เครื่อง 1', scopes: [...scopes] } })
    await sell(sale('1', 100), first.key)
    const { key } = await store.call(apiKeys.rotate, { params: { id: String(first.id) }, body: {} })
    expect(await sell(sale('1', 100), key)).toMatchObject({ status: 'duplicated' })
    const next = await store.call(apiKeys.create, {
      body: { name: 'เครื่อง 1 ใหม่', scopes: [...scopes], succeeds: first.id },
    })
    expect(await sell(sale('1', 100), next.key)).toMatchObject({ status: 'duplicated' })
    expect(await sell(sale('1', 50), next.key)).toMatchObject({ status: 'conflict', error: 'reference_conflict' })
    expect(await sales()).toEqual([[A, 100]])
    const body = { name: 'หลงทาง', scopes: [...scopes], succeeds: 999_999 }
    expect((await store.try(apiKeys.create, { body })).body.error).toBe('not_found')
  })

  test('of other content is a conflict, which changes nothing of the customer', async () => {
    await send('activities', [sale('7', 100)])
    const item = sale('7', 120, A, { profile: { values: { phone: A, lastName: 'ใหม่' } } })
    expect(await send('activities', [item, sale('8', 1), sale('8', 2)])).toMatchObject([
      { status: 'conflict', error: 'reference_conflict', field: 'reference' },
      { status: 'added' },
      { status: 'conflict', error: 'reference_conflict' },
    ])
    expect(await rows('select last_name from profile where store_id = $1')).toEqual([{ last_name: null }])
    expect(await sales()).toEqual([
      [A, 100],
      [A, 1],
    ])
  })

  test('of the same content is the same sale, however it is written', async () => {
    await send('activities', [sale('7', 100)])
    const same = { ...sale('7', 100, '+66 81 555 4001'), at: '2026-01-05T03:00:00Z' }
    expect(await send('activities', [same])).toMatchObject([{ status: 'duplicated' }])
  })

  test('of a former version is the same sale if customer and time agree, else another', async () => {
    await send('activities', [sale('7', 100), sale('8', 100)])
    await rows('update activity set source = null, sent_digest = null where store_id = $1')
    expect(
      await send('activities', [sale('7', 100), sale('8', 100, A, { at: '2026-01-06T10:00:00+07:00' })]),
    ).toMatchObject([{ status: 'duplicated' }, { status: 'added' }])
    expect(await sales()).toHaveLength(3)
  })

  test('is kept where the version before looks it up, for each till', async () => {
    const other = (await newCredential(store)).credential
    await sell(sale('1', 1))
    await sell(sale('1', 1, B), other)
    const kept = await rows<{ there: boolean }>(
      'select data_source_id is not null as there from activity where store_id = $1 order by id',
    )
    expect(kept.map(({ there }) => there)).toEqual([true, true])
  })
})

describe('an item with replace', () => {
  const correct = (reference: string, amount: number, phone = A) => sale(reference, amount, phone, { replace: true })

  test('corrects the sale, and the undo of its day restores the former', async () => {
    await send('activities', [sale('7', 100)])
    await nextDay()
    expect(await send('activities', [correct('7', 120, B)])).toMatchObject([{ status: 'updated' }])
    expect(await sales()).toEqual([[B, 120]])
    expect(await send('activities', [correct('7', 120, B)])).toMatchObject([{ status: 'duplicated' }])
    const [, second] = await runs()
    expect(await undoDay(second!)).toMatchObject({ activities_removed: 0 })
    expect(await sales()).toEqual([[A, 100]])
    expect(await rows('select from replaced_activity where store_id = $1')).toEqual([])
    expect(await send('activities', [sale('7', 100)])).toMatchObject([{ status: 'duplicated' }])
  })

  test('stays when the day of the former sale is undone, and goes with its own day', async () => {
    await send('activities', [sale('7', 100)])
    await nextDay()
    await send('activities', [correct('7', 120)])
    const [first, second] = await runs()
    await undoDay(first!)
    expect(await sales()).toEqual([[A, 120]])
    await undoDay(second!)
    expect(await sales()).toEqual([])
  })

  test('adds the sale if it was undone, and if no one sent it before', async () => {
    await send('activities', [sale('7', 100)])
    await undoDay((await runs())[0]!)
    expect(await send('activities', [correct('7', 120), correct('9', 1)])).toMatchObject([
      { status: 'added' },
      { status: 'added' },
    ])
  })

  test('corrects a sale within the request and the day that brought it, without a double', async () => {
    const sent = await send('activities', [sale('7', 100), correct('7', 110), correct('7', 120)])
    expect(sent.map(({ status }) => status)).toEqual(['added', 'updated', 'updated'])
    const both = await Promise.all([post('activities', correct('7', 130)), post('activities', correct('7', 140))])
    expect(both.map(({ body }) => body.results![0]!.status)).toEqual(['updated', 'updated'])
    const [[, paid]] = (await sales()) as [[string, number]]
    expect([130, 140]).toContain(paid)
    expect(await sales()).toHaveLength(1)
    expect(await undoDay((await runs())[0]!)).toMatchObject({ activities_removed: 1 })
    expect(await sales()).toEqual([])
  })

  test('needs a reference and a yes or no', async () => {
    expect(
      await send('activities', [sale(null, 1, A, { replace: true }), sale('1', 1, A, { replace: 'yes' })]),
    ).toMatchObject([
      { status: 'failed', error: 'item_invalid', field: 'reference' },
      { status: 'failed', error: 'item_invalid', field: 'replace' },
    ])
  })

  test('leaves nothing of a former customer who is erased', async () => {
    const [first] = await send('activities', [sale('7', 100)])
    await nextDay()
    await send('activities', [correct('7', 120, B)])
    expect(await rows('select from replaced_activity where store_id = $1')).toHaveLength(1)
    await erase(store, first!.profile_id!)
    expect(await rows('select from replaced_activity where store_id = $1')).toEqual([])
    await undoDay((await runs())[1]!)
    expect(await sales()).toEqual([])
  })
})
