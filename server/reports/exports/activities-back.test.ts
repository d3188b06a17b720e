import { activities } from '@ruam/contract/customers/activities.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import type { Language } from '@ruam/contract/errors/catalog.ts'
import { beforeEach, expect, test } from 'vitest'
import { madeProfile } from '../../testing/customers/profiles.testing.ts'
import { runMapping } from '../../testing/imports/data-sources.testing.ts'
import { fileOf, suggestionOf } from '../../testing/reports/round-trip.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let who: number
let purchase: { type: number; bill: number; total: number }
beforeEach(async () => {
  store = await newStore()
  who = (await madeProfile(store, { 1: 'นก', 9: '0811111111' })).id
  const field = async (name: string, display_name: string, data_type: 'String' | 'Number') =>
    (await store.call(activities.createField, { query: {}, body: { name, display_name, data_type } })).id
  // As columns of customers are called too: in this file it is the activity's.
  const [bill, total] = [await field('bill', 'มือถือ', 'String'), await field('total', 'ยอดรวม', 'Number')]
  const fields = [bill, total]
  const { id } = await store.call(activities.createType, { body: { name: 'ซื้อสินค้า', description: '', fields } })
  await store.call(activities.createType, { body: { name: 'เข้าร้าน', description: '', fields: [] } })
  purchase = { type: id, bill, total }
  for (const [at, value] of [
    ['2026-11-22T07:32:05.25Z', 'B-1'],
    ['2026-11-23T07:00:00Z', 'B-2'],
  ] as const) {
    await store.call(profileActivities.create, {
      params: { id: String(who) },
      body: {
        activity_type_id: id,
        activity_at: at,
        fields: [
          { id: bill, value },
          { id: total, value: 1250.5 },
        ],
      },
    })
  }
})

const fileIn = async (language: Language, typeId = purchase.type) =>
  (await fileOf({ store, typeId }, 'activity', { language, fileType: 'csv' })).file.toString()

const suggested = (into: TestStore, csv: string) => suggestionOf(into, Buffer.from(csv), `ไฟล์ ${Math.random()}`)

async function imported(csv: string) {
  const { id, answer } = await suggested(store, csv)
  const { mapping, match, number_column, activity_id, equal_activities } = answer
  return runMapping(store, id, { mapping, match, number_column, activity_id, equal_activities })
}

const count = async () =>
  (await store.call(profileActivities.list, { params: { id: String(who), activity_id: '0' }, query: {} })).data.length

test('an exported file of activities is imported without a question, and adds only its new rows', {
  tags: ['verify'],
}, async () => {
  for (const language of ['th', 'en'] as const) {
    const csv = await fileIn(language)
    const { answer, waits } = await suggested(store, csv)
    expect(waits).toEqual([])
    expect(answer).toMatchObject({ activity_id: purchase.type, number_column: '1', equal_activities: 'once' })
    expect(answer.source_mapping.map(({ reason }) => reason)).toEqual(['number', 'activity', 'activity', 'activity'])
    expect(answer.mapping.map(({ destination_id }) => destination_id)).toEqual([24, purchase.bill, purchase.total])
    await imported(csv)
    expect(await count()).toBe(2)
  }
  const csv = await fileIn('th')
  const { stats } = await imported(`${csv}${csv.split('\n')[1]!.replace('B-1', 'B-3')}\n`)
  expect([stats.failed, await count()]).toEqual([0, 3])
})

test('a file of a type without fields suggests that type, and none if two types are alike', async () => {
  const visits = (await store.call(activities.types, { query: {} })).data.find(({ name }) => name === 'เข้าร้าน')!
  const csv = `${await fileIn('th', visits.id)}${who},2026-11-23 08:00:00\n`
  expect((await suggested(store, csv)).answer.activity_id).toBe(visits.id)
  await store.call(activities.createType, { body: { name: 'โทรหา', description: '', fields: [] } })
  expect((await suggested(store, csv)).answer).toMatchObject({ activity_id: null, mapping: [] })
})

test('the file of another store, and one with a column more, suggest no activity', async () => {
  const csv = await fileIn('th')
  const other = await newStore()
  expect((await suggested(other, csv)).answer.activity_id).toBeNull()
  const wider = csv.replaceAll('\n', ',ใหม่\n')
  expect((await suggested(store, wider)).answer.activity_id).toBeNull()
})

test('a file of activities names its time zone, and is read in it after the store has moved to another', async () => {
  const csv = await fileIn('th')
  expect(csv.split('\n')[0]).toContain('วันที่ทำกิจกรรม (Asia/Bangkok)')
  const { admin } = await testServer()
  await admin.query("update store set time_zone = 'America/New_York' where store_id = $1", [store.storeId])
  const { stats } = await imported(csv)
  expect([stats.failed, await count()]).toEqual([0, 2])
})
