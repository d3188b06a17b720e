import { counter } from '@ruam/contract/customers/counter.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { field, madeProfile, rowsOf } from '../../testing/customers/profiles.testing.ts'
import { newStore, type TestStore } from '../../testing/store.testing.ts'
import { birthDatesOf } from './home.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const named = async (first: string, more: Record<number, string> = {}) => {
  const { id } = await madeProfile(store, { [field.firstName]: first, ...more })
  return { id, params: { id: String(id) } }
}
const acts = (id: number) =>
  rowsOf<{ at: string; fields: object }>(
    store,
    `select activity_at as at, fields from activity where store_id = $1 and profile_id = ${id} order by id`,
  )
const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

describe('an act that a device sends', () => {
  test('is recorded once however often it is sent, at the time of the device', async () => {
    const { id, params } = await named('กี่')
    const at = ago(3)
    const sale = {
      params,
      body: { amount: 145.005, bill_number: ' A-12 ', activity_at: at, idempotency_key: crypto.randomUUID() },
    }
    const made = await Promise.all([1, 2, 3].map(() => store.call(profileActivities.sale, sale)))
    expect(new Set(made.map((one) => one.id)).size).toBe(1)
    const [row, ...others] = await acts(id)
    expect(others).toEqual([])
    expect(Object.values(row!.fields)).toEqual([145.01, 'A-12'])
    expect(Date.parse(row!.at)).toBe(Date.parse(at))
    const trace = await rowsOf(
      store,
      `select from audit_log where store_id = $1 and action = 'sale_created' and subject_id = '${id}'`,
    )
    expect(trace.length).toBe(1)
  })

  test('is not recorded again after it was taken back, and has its own key for each person', async () => {
    const { id, params } = await named('ชุติมา')
    const body = { idempotency_key: crypto.randomUUID(), activity_at: new Date(Date.now() + 86_400_000).toISOString() }
    const made = await store.call(profileActivities.visit, { params, body })
    // The clock of a device may be a day ahead.
    expect(Date.parse(made.activity_at)).toBeLessThan(Date.now() + 60_000)
    await store.call(profileActivities.delete, { params: { ...params, activity_id: String(made.id) } })
    const again = await store.try(profileActivities.visit, { params, body })
    expect([again.status, (await acts(id)).length]).toEqual([409, 0])
    const other = await store.member(['cdp-core.profile.edit'])
    await other.call(profileActivities.visit, { params, body })
    expect((await acts(id)).length).toBe(1)
  })

  test('is judged by the rights of the moment it is sent, and by the customer that is left', async () => {
    const { params } = await named('บุญมี')
    const body = { idempotency_key: crypto.randomUUID() }
    const looker = await store.member(['cdp-core.profile.read'])
    expect((await looker.try(profileActivities.visit, { params, body })).status).toBe(403)
    await store.call(profiles.delete, { params })
    expect((await store.try(profileActivities.visit, { params, body })).status).toBe(404)
    // A refused act does not use its key up.
    await store.call(profiles.restore, { params })
    await store.call(profileActivities.visit, { params, body })
  })
})

describe('the counter', () => {
  test('shows a customer without amounts or sensitive values to anybody who reads profiles', async () => {
    const { id, params } = await named('น้ำทิพย์', { [field.phone]: '0812345678', [field.citizenId]: '1101700207030' })
    for (const hours of [100, 76, 52]) {
      const { id: sale } = await store.call(profileActivities.sale, {
        params,
        body: { amount: 917_263, activity_at: ago(hours) },
      })
      await rowsOf(
        store,
        `update activity set fields = fields || jsonb_build_object((select id::text from activity_field
          where store_id = $1 and purchase_part = 'items'), 'ลาเต้ร้อน 1') where store_id = $1 and id = ${sale} returning id`,
      )
    }
    await store.call(profileActivities.note, { params, body: { text: 'นั่งริมหน้าต่าง' } })
    const looker = await store.member(['cdp-core.profile.read'])
    const card = await looker.call(counter.card, { params })
    expect(card).toMatchObject({
      ...{ id, name: 'น้ำทิพย์', phone: '+66812345678', visits: 3, label: null },
      usual: { text: 'ลาเต้ร้อน', times: 3, of: 3 },
      note: { text: 'นั่งริมหน้าต่าง' },
      past: [{ text: 'ลาเต้ร้อน 1' }, { text: 'ลาเต้ร้อน 1' }, { text: 'ลาเต้ร้อน 1' }],
    })
    expect(JSON.stringify(card)).not.toMatch(/917|1101700207030/)
    expect((await looker.try(counter.card, { params: { id: '999999999' } })).status).toBe(404)
  })

  test('starts with the birthdays of today and the customers that the person served last', async () => {
    const own = await newStore()
    const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10)
    const born = await madeProfile(own, { [field.firstName]: 'เกิดวันนี้', [field.birthDate]: `1990-${today}` })
    await madeProfile(own, {
      [field.firstName]: 'เกิดวันอื่น',
      [field.birthDate]: `1990-${today === '06-15' ? '06-16' : '06-15'}`,
    })
    const staff = await own.member(['cdp-core.profile.read', 'cdp-core.profile.edit'])
    const params = { id: String(born.id) }
    await staff.call(profileActivities.visit, { params, body: {} })
    await staff.call(profileActivities.sale, { params, body: { amount: 5 } })
    const { birthdays, served } = await staff.call(counter.home, {})
    expect([birthdays.total, birthdays.data.map(({ id, visits }) => [id, visits])]).toEqual([1, [[born.id, 1]]])
    expect(served).toMatchObject([{ id: born.id, name: 'เกิดวันนี้', type: 'ซื้อสินค้า' }])
    expect((await own.call(counter.home, {})).served).toEqual([])
  })

  test('drops a birthday that was ticked off in the work list, and shows it again when it is put back', async () => {
    const own = await newStore()
    const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(5, 10)
    const { id } = await madeProfile(own, { [field.firstName]: 'เกิดวันนี้', [field.birthDate]: `1992-${today}` })
    const mark = (done: boolean) =>
      own.call(workListCalls.mark, { body: { kind: 'birthdays', profile_ids: [id], done } })
    const shown = async () => (await own.call(counter.home, {})).birthdays.data.map((one) => one.id)
    await mark(true)
    expect(await shown()).toEqual([])
    await mark(false)
    expect(await shown()).toEqual([id])
  })

  test('has birthdays of 29 February on the 28th of years without one', () => {
    expect(birthDatesOf('2026-02-28')).toEqual(expect.arrayContaining(['2024-02-29', '1992-02-29', '1990-02-28']))
    expect(birthDatesOf('2024-02-28')).not.toContain('2000-02-29')
    expect(birthDatesOf('2024-02-29')).toEqual(expect.arrayContaining(['2024-02-29', '2000-02-29']))
    expect(birthDatesOf('2024-02-29')).not.toContain('1900-02-29')
  })
})
