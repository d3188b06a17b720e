import { expect, test } from 'vitest'
import { field, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { membersOf, segment, settled } from '../../testing/customers/segments.testing.ts'
import { newSender } from '../../testing/open-api/sending.testing.ts'

/** More than are evaluated with the transaction that changes them. */
const PEOPLE = 60

const itemsOf = (income: (n: number) => number) =>
  Array.from({ length: PEOPLE }, (_, n) => ({
    values: { firstName: 'สมชาย', lastName: 'ใจดี', income: income(n), phone: `08123450${String(n).padStart(2, '0')}` },
  }))

test('items that change nothing write no customer and have no segment calculated again, and a changed one among them does', async () => {
  const { store, send } = await newSender()
  const rule = { kind: 'profile', field_id: field.income, operator: 'gt', value: 50_000 } as const
  const { id } = await segment(store, rule)
  const first = await send(
    'profiles',
    itemsOf(() => 20_000),
  )
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set(['added']))
  await settled(store)
  const state = () =>
    rowsOf(
      store,
      `select wanted, done, (select max(xmin::text::bigint)::text from profile where store_id = $1) as written,
        (select count(*)::int from profile_change where store_id = $1) as changes from segment where store_id = $1`,
    )
  const before = await state()
  const again = await send(
    'profiles',
    itemsOf(() => 20_000),
  )
  expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['duplicated']))
  expect(await state()).toEqual(before)
  const last = await send(
    'profiles',
    itemsOf((n) => (n === 7 ? 60_000 : 20_000)),
  )
  expect(last.filter(({ status }) => status === 'updated').map(({ profile_id }) => profile_id)).toEqual([
    first[7]!.profile_id,
  ])
  await settled(store)
  expect(await membersOf(store, id)).toEqual([first[7]!.profile_id])
})
