import { activities } from '@ruam/contract/customers/activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'

let store: Sender['store']
let { send, rows } = {} as Sender
beforeEach(async () => {
  ;({ store, send, rows } = await newSender())
})

describe('activities that a program sends', () => {
  test('name a type of the product in Thai or English, as the list of fields shows it', async () => {
    const { id } = await store.call(activities.makePurchaseType)
    const sent = ['ซื้อสินค้า', 'Purchase', 'purchases'].map((type) => ({
      ...{ type, at: '2026-01-05T10:00:00+07:00', reference: type },
      profile: { values: { phone: '0815550111' } },
    }))
    const results = await send('activities', sent)
    expect(results.map(({ error }) => error)).toEqual([null, null, 'activity_type_unknown'])
    expect(await rows('select distinct type_id as id from activity where store_id = $1')).toEqual([{ id }])
  })

  test('are added once: by their reference, or by all that they say', async () => {
    const { id } = await store.call(activities.createField, {
      query: {},
      body: { name: 'paid', display_name: 'ยอด', data_type: 'Number' },
    })
    await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', fields: [id] } })
    const at = '2026-01-05T10:00:00+07:00'
    const buy = (reference: string | undefined, amount: number) => ({
      ...{ type: 'ซื้อสินค้า', at, values: { paid: amount }, profile: { values: { phone: '0815550108' } } },
      ...(reference && { reference }),
    })
    const results = await send('activities', [
      buy('R-1', 10),
      buy('R-1', 10),
      buy(undefined, 20),
      buy(undefined, 20),
      buy('R-2', 20),
    ])
    expect(results.map(({ status }) => status)).toEqual(['added', 'duplicated', 'added', 'duplicated', 'added'])
    const more = await send('activities', [
      buy('R-2', 20),
      buy(undefined, 20),
      { ...buy('R-3', 1), type: 'ไม่มี' },
      { ...buy('R-3', 1), at: undefined },
    ])
    expect(more.map(({ status, error, field }) => [status, error, field])).toEqual([
      ['duplicated', null, null],
      ['duplicated', null, null],
      ['failed', 'activity_type_unknown', 'type'],
      ['failed', 'activity_date_missing', 'at'],
    ])
    expect(
      await rows('select reference, activity_at, fields from activity where store_id = $1 order by row_no'),
    ).toMatchObject([
      { reference: 'R-1', activity_at: '2026-01-05T03:00:00Z' },
      { reference: null },
      { reference: 'R-2' },
    ])
    expect((await store.call(profiles.list, { query: {} })).total_all).toBe(1)
  })

  test('keep the time of a sender whose clock is off by hours, in the stream of today', async () => {
    await store.call(activities.createType, { body: { name: 'แวะร้าน', fields: [] } })
    const times = [-13, 13].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
    const sent = times.map((at) => ({ type: 'แวะร้าน', at, profile: { values: { phone: '0815550109' } } }))
    expect(await send('activities', sent)).toMatchObject([{ status: 'added' }, { status: 'added' }])
    const kept = await rows<{ activity_at: string }>('select activity_at from activity where store_id = $1 order by id')
    expect(kept.map(({ activity_at }) => new Date(activity_at).toISOString())).toEqual(times)
    expect(await rows('select count(*)::int as runs from run where store_id = $1')).toEqual([{ runs: 1 }])
  })
})
