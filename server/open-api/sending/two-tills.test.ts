import { activities } from '@ruam/contract/customers/activities.ts'
import type { ItemResult } from '@ruam/contract/imports/items.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { expect, test } from 'vitest'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { newSender } from '../../testing/open-api/sending.testing.ts'
import { until } from '../../testing/until.testing.ts'

const BILLS = Number(process.env.SENT_BILLS ?? 40)
/** Bills per request. */
const ITEMS = Math.min(1000, BILLS / 4)

test('two tills with the same bill numbers keep every sale, and a key rotated between two repeats doubles none', {
  timeout: 3_600_000,
}, async () => {
  const { store, rows } = await newSender()
  const { id } = await store.call(activities.createField, {
    query: {},
    body: { name: 'paid', display_name: 'ยอด', data_type: 'Number' },
  })
  const type = await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [id] } })
  const make = (name: string) => store.call(apiKeys.create, { body: { name, scopes: ['activity:write'] } })
  const [one, two] = [await make('เครื่องหนึ่ง'), await make('เครื่องสอง')]
  const bill = (till: number, n: number) => ({
    ...{
      type: type.id,
      at: '2026-01-05T10:00:00+07:00',
      reference: String(1000 + n),
      values: { paid: till * 10_000 + n },
    },
    profile: { values: { phone: `08${till}5${String(n % 97).padStart(6, '0')}` } },
  })
  const send = async (key: string, till: number, from: number) => {
    const items = Array.from({ length: Math.min(ITEMS, BILLS - from) }, (_, n) => bill(till, from + n))
    const { body } = await callAs<{ results: ItemResult[] | null; receipt_id: number }>(
      ...([key, 'POST', 'activities/batch', { items }] as const),
    )
    const results =
      body.results ??
      (await until(
        async () =>
          (
            await callAs<{ results: ItemResult[] | null }>(key, 'GET', `receipts/${body.receipt_id}`)
          ).body.results,
      ))
    expect(results.filter(({ error }) => error !== null)).toEqual([])
  }
  let key = one.key
  for (let from = 0; from < BILLS; from += ITEMS) {
    if (from >= BILLS / 2 && key === one.key) {
      const params = { id: String(one.id) }
      key = (await store.call(apiKeys.rotate, { params, body: { overlap_hours: 0 } })).key
      // What the former secret sent is sent again, as after a lost answer.
      await send(key, 1, from - ITEMS)
    }
    await Promise.all([send(key, 1, from), send(two.key, 2, from)])
  }
  const [kept] = await rows<{ sales: number; paid: number }>(
    `select count(*)::int as sales, count(distinct fields)::int as paid from activity where store_id = $1`,
  )
  expect(kept).toEqual({ sales: 2 * BILLS, paid: 2 * BILLS })
})
