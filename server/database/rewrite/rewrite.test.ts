import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { beforeEach, expect, test } from 'vitest'
import { erase, profileWith } from '../../testing/customers/profile-erasure.testing.ts'
import { pagesWith, rewriteNow } from '../../testing/database/rewrite.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { until } from '../../testing/until.testing.ts'

let store: TestStore
let serial = 0
let phone: string
let values: string[]
beforeEach(async () => {
  // Pages of all other files would be rewritten too.
  await testServer({ alone: true })
  store = await newStore()
  phone = `81${String(++serial).padStart(2, '0')}54321`
  values = [phone, `disk${serial}@secret.example`, `จันทร์กระจ่าง${serial}ฟ้า`]
})

const ask = async <T extends object>(sql: string, given?: unknown[]) => {
  const { admin } = await testServer()
  return (await admin.query(sql, given)).rows as T[]
}
const wanted = () =>
  ask<{ name: string }>(
    'select table_name as name from rewrite where rewritten_at is distinct from wanted_at order by 1',
  )

/**
 * Rewrites until just these are wanted still, and answers what was done, each table once: what works in the background uses one for a
 * moment, and it is left for later.
 */
async function rewriteUntil(left: string[]) {
  const done: string[] = []
  await until(async () => {
    const tables = await rewriteNow()
    done.push(...tables.filter((one) => one.done).map(({ table }) => table))
    return (await wanted()).map(({ name }) => name).join() === left.join()
  })
  expect(done).toEqual([...new Set(done)])
  return done
}

/** Imports a customer, adds a note and changes their values, so that these are in every kind of row. */
async function planted() {
  const csv = `ชื่อ,เบอร์โทร,อีเมล\n${values[2]},0${phone},${values[1]}\nอื่น,0899999999,other@example.com\n`
  await importFile(store, csv)
  await importFile(store, csv.replace(values[2]!, `${values[2]}ใหม่`), { name: 'อีกครั้ง' })
  const id = await profileWith(store, `+66${phone}`)
  await store.call(profileActivities.note, { params: { id: String(id) }, body: { text: `โทร 0${phone}` } })
  return id
}

test('erased data stays in pages of tables and indexes after a vacuum, and is gone after their rewrite', async () => {
  await erase(store, await planted())
  await ask('vacuum')
  expect(await pagesWith(ask, values)).not.toEqual([])
  expect(await rewriteUntil([])).toEqual(expect.arrayContaining(['activity', 'profile', 'run_record']))
  expect(await pagesWith(ask, values)).toEqual([])
  // Nothing was erased since.
  expect(await rewriteNow()).toEqual([])
})

test('a table that is in use is left for later, and blocks no query', { tags: ['verify'] }, async () => {
  await erase(store, await planted())
  const { admin } = await testServer()
  const reader = await admin.connect()
  await reader.query('begin; lock table profile in access share mode')
  expect((await rewriteNow()).find(({ table }) => table === 'profile')).toMatchObject({ done: false })
  await rewriteUntil(['profile'])
  await reader.query('rollback')
  reader.release()
  expect(await rewriteUntil([])).toEqual(['profile'])
  expect(await pagesWith(ask, values)).toEqual([])
})

test('data visible to a long transaction is not reported as gone', { tags: ['verify'] }, async () => {
  const id = await planted()
  const { admin } = await testServer()
  const backup = await admin.connect()
  await backup.query('begin isolation level repeatable read; select from store')
  await erase(store, id)
  expect((await rewriteNow()).some(({ done }) => !done)).toBe(true)
  await backup.query('rollback')
  backup.release()
  await rewriteUntil([])
  expect(await pagesWith(ask, values)).toEqual([])
})

test('one of two processes rewrites', { tags: ['verify'] }, async () => {
  await erase(store, await planted())
  const both = await Promise.all([rewriteNow(), rewriteNow()])
  expect(both.filter((tables) => tables.length > 0)).toHaveLength(1)
})
