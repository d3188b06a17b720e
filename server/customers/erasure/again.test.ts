import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { erase, profileWith } from '../../testing/customers/profile-erasure.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { applyErasuresAgain } from './apply-again.ts'
import { readErasures } from './erasure-list.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const csv = 'ชื่อ,เบอร์โทร,อีเมล\nสมหญิง,0897654321,forgotten@example.com\nสมชาย,0812345670,stays@example.com\n'
const count = async () => (await store.call(profiles.list, { query: {} })).total_all

async function importAndErase() {
  const imported = await importFile(store, csv)
  const id = await profileWith(store, '+66897654321')
  await erase(store, id)
  return { ...imported, profileId: id }
}

describe('a person who was erased', () => {
  test('is recognized by a later import, which skips and reports their rows', async () => {
    await importAndErase()
    const { id, real, dryStats, stats } = await importFile(store, csv, { name: 'อีกครั้ง' })
    const expected = { added: 0, duplicated: 1, failed: 1, erased: 1, total: 2 }
    expect([dryStats, stats]).toMatchObject([expected, expected])
    expect(await count()).toBe(1)
    const query = { status: 'failed' as const }
    const { data } = await store.call(importRun.records, { params: { id: String(id), run_id: real }, query })
    expect(data[0]!.error).toMatch(/forgotten|ขอให้ลบข้อมูล/)
    const { admin } = await testServer()
    const { rows } = await admin.query(
      "select from run_record where store_id = $1 and error::text like '%897654321%'",
      [store.storeId],
    )
    expect(rows).toEqual([])
  })

  test('is recognized by another key than the match key of the file', { tags: ['verify'] }, async () => {
    await importAndErase()
    const { stats } = await importFile(store, 'ชื่อ,เบอร์โทร,อีเมล\nสมหญิง,0899999999,Forgotten@example.com\n', {
      name: 'ใหม่',
    })
    expect(stats).toMatchObject({ added: 0, failed: 1, erased: 1 })
  })

  test('is removed from the imported file, also for later runs', { tags: ['verify'] }, async () => {
    const { id } = await importAndErase()
    const params = { id: String(id) }
    const { mapping, match } = await store.call(dataSources.getMapping, { params })
    const { runMapping } = await import('../../testing/imports/data-sources.testing.ts')
    const { stats } = await runMapping(store, id, { mapping, match })
    expect(stats).toMatchObject({ added: 0, failed: 1, erased: 1, duplicated: 1 })
  })

  test('is unknown to another store', { tags: ['verify'] }, async () => {
    await importAndErase()
    const other = await newStore()
    const { stats } = await importFile(other, csv)
    expect(stats).toMatchObject({ added: 2, erased: 0 })
  })
})

describe('a backup that is restored', () => {
  /** As if the database were older than the erasure. */
  async function restore(insert: string, values: unknown[]) {
    const { admin } = await testServer()
    await admin.query('delete from erasure where store_id = $1', [store.storeId])
    await admin.query('delete from erased_profile where store_id = $1', [store.storeId])
    await admin.query(insert, [store.storeId, ...values])
  }

  async function applied() {
    const { core, admin } = await testServer()
    await applyErasuresAgain(core)
    const { rows } = await admin.query<{ id: number }>(
      "select id from job where store_id = $1 and kind = 'profile_erase' and request -> 'again' <> '[]'",
      [store.storeId],
    )
    for (const { id } of rows) expect((await jobEnded(store.storeId, id)).status).toBe('completed')
    return rows.length
  }

  const phones = async () => {
    const { admin } = await testServer()
    const text = 'select phone from profile where store_id = $1 order by phone'
    return (await admin.query<{ phone: string }>(text, [store.storeId])).rows.map(({ phone }) => phone)
  }

  test('has its erasures applied again, to the profile of that number', { tags: ['verify'] }, async () => {
    const { profileId } = await importAndErase()
    const list = await readErasures((await testServer()).core.lists)
    const entry = list.find((one) => one.store_id === store.storeId)!
    await restore(
      'insert into profile (store_id, id, created_at, first_name) overriding system value values ($1, $2, $3, $4)',
      [profileId, entry.created_at, 'สมหญิง'],
    )
    expect(await applied()).toBe(1)
    expect(await phones()).toEqual(['+66812345670'])
    expect(await applied()).toBe(1)
    expect((await importFile(store, csv, { name: 'หลังกู้คืน' })).stats).toMatchObject({ erased: 1 })
  })

  test('has them applied to a profile with a key that only the erased person had', { tags: ['verify'] }, async () => {
    await importAndErase()
    await restore("insert into profile (store_id, phone, created_at) values ($1, $2, now() - interval '1 day')", [
      '+66897654321',
    ])
    await applied()
    expect(await phones()).toEqual(['+66812345670'])
  })

  test('has them applied to a profile that has such a key as a further contact from a merge', {
    tags: ['verify'],
  }, async () => {
    await importAndErase()
    await restore(
      `with back as (insert into profile (store_id, phone, created_at) values ($1, $2, now() - interval '1 day') returning id)
       insert into profile_contact (store_id, profile_id, field_id, value, source, source_id) select $1, id, 9, $3, 'merge', 1 from back`,
      ['+66877777777', '+66897654321'],
    )
    await applied()
    expect(await phones()).toEqual(['+66812345670'])
  })

  test('keeps a new profile that was assigned the number of the erased one', { tags: ['verify'] }, async () => {
    const { profileId } = await importAndErase()
    await restore('insert into profile (store_id, id, phone) overriding system value values ($1, $2, $3)', [
      profileId,
      '+66855555555',
    ])
    await applied()
    expect(await phones()).toEqual(['+66812345670', '+66855555555'])
  })
})

test('the list outside the database contains no personal data', async () => {
  await importAndErase()
  const { core } = await testServer()
  const text = (await core.lists.lines('erasures')).join('\n')
  expect(text).not.toMatch(/897654321|forgotten|สมหญิง/)
  expect(text).toContain(`"store_id":${store.storeId}`)
})
