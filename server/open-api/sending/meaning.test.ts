import { activities } from '@ruam/contract/customers/activities.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { newSender, type Sender } from '../../testing/open-api/sending.testing.ts'
import { until } from '../../testing/until.testing.ts'

let store: Sender['store']
let { send, rows } = {} as Sender
beforeEach(async () => {
  ;({ store, send, rows } = await newSender())
})

const outcomes = async (items: object[]) =>
  (await send('profiles', items)).map(({ status, error, field }) => [status, error, field])

describe('words for nothing', () => {
  test('leave the value empty, and an item fails only if no key of it can be read', async () => {
    const words = ['-', 'N/A', 'ไม่มี', 'null', 'none', '.']
    const items = words.map((email, n) => ({ values: { firstName: 'มาลี', phone: `081555420${n}`, email } }))
    expect(await outcomes(items)).toEqual(words.map(() => ['added', null, null]))
    expect(
      await outcomes([
        { values: { phone: '0815554210', email: 'ไม่ใช่อีเมล' } },
        { values: { phone: 'abc', email: 'ok@shop.example' } },
        { values: { phone: 'abc', email: '-' } },
        { values: { phone: '-', email: 'N/A' } },
      ]),
    ).toEqual([
      ['added', 'email_invalid', 'email'],
      ['added', 'phone_invalid', 'phone'],
      ['failed', 'phone_invalid', 'phone'],
      ['failed', 'match_key_missing', null],
    ])
  })

  test('fillers shared by guests are no key and no contact of the first guest', async () => {
    const guest = (name: string, values: object) => ({ values: { firstName: name, ...values } })
    expect(
      await outcomes([
        guest('ก้อง', { phone: '0999999999', email: 'kong@shop.example' }),
        guest('แก้ว', { phone: '0987654321', email: 'kaew@shop.example' }),
        guest('ขวัญ', { phone: '0815554220', email: 'guest01@shop.example' }),
        guest('จิต', { phone: '0815554221', email: 'no-reply@shop.example' }),
        guest('ชัย', { phone: '0999999999' }),
      ]),
    ).toEqual([
      ['added', 'phone_placeholder', 'phone'],
      ['added', 'phone_placeholder', 'phone'],
      ['added', 'email_placeholder', 'email'],
      ['added', 'email_placeholder', 'email'],
      ['failed', 'phone_placeholder', 'phone'],
    ])
    const kept = await rows<{ phone: string; email: string }>(
      'select phone, email from profile where store_id = $1 order by id',
    )
    expect(kept.map(({ phone, email }) => [phone, email])).toEqual([
      [null, 'kong@shop.example'],
      [null, 'kaew@shop.example'],
      ['+66815554220', null],
      ['+66815554221', null],
    ])
  })
})

test('a time counts seconds or milliseconds since 1970, and a day begins at midnight of the store', async () => {
  await store.call(activities.createType, { body: { name: 'แวะ', fields: [] } })
  const at = [1767225600, 1767225600123, '1767225600', '1767225600.5', '2026-01-05']
  const visits = at.map((at) => ({ type: 'แวะ', at, profile: { values: { phone: '0815554230' } } }))
  expect((await send('activities', visits)).map(({ status }) => status)).toEqual([
    ...['added', 'added', 'duplicated', 'added', 'added'],
  ])
  const kept = await rows<{ at: string }>(
    `select to_char(activity_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS') as at from activity where store_id = $1 order by row_no`,
  )
  expect(kept.map(({ at }) => at)).toEqual([
    ...['2026-01-01T00:00:00.000', '2026-01-01T00:00:00.123', '2026-01-01T00:00:00.500', '2026-01-04T17:00:00.000'],
  ])
})

test('a program that names a customer by id corrects a name in its own field', async () => {
  const made = await send('profiles', [
    { values: { firstName: 'สมชาย', phone: '0815554240' } },
    { values: { firstName: 'John', phone: '0815554241' } },
  ])
  const [thai, latin] = made.map(({ profile_id }) => profile_id!)
  expect(
    await outcomes([
      { id: thai, values: { firstName: 'John' } },
      { id: latin, values: { firstName: 'จอห์น' } },
    ]),
  ).toEqual([
    ['updated', null, null],
    ['updated', null, null],
  ])
  expect(await rows('select first_name, first_name_en from profile where store_id = $1 order by id')).toEqual([
    { first_name: 'John', first_name_en: null },
    { first_name: 'จอห์น', first_name_en: null },
  ])
})

describe('an item that meets a customer with another given name', () => {
  const sale = (firstName: string, reference?: string) => ({
    ...{ type: 'ซื้อ', at: '2026-01-05T10:00:00+07:00', values: {} },
    ...{ profile: { values: { firstName, phone: '0815554250' } }, ...(reference && { reference }) },
  })

  test('stores the sale on that customer, keeps the values for review, and is accepted', async () => {
    await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [] } })
    const [made] = await send('profiles', [{ values: { firstName: 'วิชัย', phone: '0815554250' } }])
    await rows("update run set started_at = started_at - interval '1 day' where store_id = $1")
    const sent = await send('activities', [sale('กัญญา', 'R1'), sale('กัญญา'), sale('กัญญา', 'R1')])
    expect(sent.map(({ status, error }) => [status, error])).toEqual([
      ['accepted', null],
      ['accepted', null],
      ['accepted', null],
    ])
    expect(await rows('select profile_id from activity where store_id = $1')).toEqual([
      { profile_id: made!.profile_id },
      { profile_id: made!.profile_id },
    ])
    expect(await rows('select first_name from profile where store_id = $1')).toEqual([{ first_name: 'วิชัย' }])
    expect(
      await rows(
        "select run, count(*)::int as held from run_record where store_id = $1 and status = 'conflict' group by run",
      ),
    ).toMatchObject([{ held: 3 }])
    expect(await rows('select error from dead_letter where store_id = $1')).toHaveLength(3)
  })

  test('takes the sale along when its day is undone', async () => {
    await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [] } })
    await send('profiles', [{ values: { firstName: 'วิชัย', phone: '0815554250' } }])
    await rows("update run set started_at = started_at - interval '1 day' where store_id = $1")
    await send('activities', [sale('กัญญา', 'R1')])
    const [, day] = await rows<{ data_source_id: number; run_id: string }>(
      'select data_source_id, run_id from run where store_id = $1 order by id',
    )
    const params = { id: String(day!.data_source_id), run_id: day!.run_id }
    expect(await store.call(importUndo.undoPreview, { params, query: {} })).toMatchObject({ activities_removed: 1 })
    await store.call(importUndo.undo, { params })
    await until(async () => (await rows('select from run where store_id = $1 and undone_at is not null')).length > 0)
    expect(await rows('select from activity where store_id = $1')).toEqual([])
  })

  test('is a conflict and stores nothing when its keys belong to two people', async () => {
    await store.call(activities.createType, { body: { name: 'ซื้อ', fields: [] } })
    await send('profiles', [
      { values: { firstName: 'วิชัย', lastName: 'ใจดี', phone: '0815554250' } },
      { values: { firstName: 'วิชัย', lastName: 'ใจดี', email: 'two@shop.example' } },
    ])
    const profile = { values: { firstName: 'วิชัย', lastName: 'ใจดี', phone: '0815554250', email: 'two@shop.example' } }
    const [sent] = await send('activities', [{ ...sale('วิชัย', 'R1'), profile }])
    expect(sent).toMatchObject({ status: 'conflict', error: 'match_conflict' })
    expect(await rows('select from activity where store_id = $1')).toEqual([])
  })
})
