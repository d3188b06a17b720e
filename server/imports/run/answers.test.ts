import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { expect, test } from 'vitest'
import { createDataSource, importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

const known = 'ชื่อ,นามสกุล,เบอร์โทร,อีเมล\nสมชาย,ใจดี,0811111111,shop@example.com\nมาลี,ศรีสุข,0822222222,\n'
const later =
  'ชื่อ,นามสกุล,เบอร์โทร,อีเมล\nวิภา,ใจดี,0811111111,\nกิตติ,พูนผล,,shop@example.com\nประยุทธ,ทองคำ,0822222222,\nอรทัย,แก้วใส,08,\n'

/** A dry run of a file of which three rows name others than the holders of their phones and e-mails. */
async function heldRows(store: TestStore, file = later) {
  await importFile(store, known, { name: 'ก่อน' })
  const { id } = await createDataSource(store, file, 'หลัง')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  return { params, run_id: await tryOut(store, params) }
}

async function tryOut(store: TestStore, params: { id: string }): Promise<string> {
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, Number(params.id), run_id)
  return run_id
}

test('groups waiting rows by all that differs and agrees, and answers a single group', async () => {
  const store = await newStore()
  const file = `${later}ปราณี,ศรีสุข,0822222222,\nวีระ,ใจดี,0811111111,\n`
  const { params, run_id } = await heldRows(store, file)
  const asked = { params: { ...params, run_id }, query: {} }
  const { held_groups, stats } = await store.call(importRun.getRun, asked)
  expect(stats).toMatchObject({ failed: 6, held: 5, conflict: 0 })
  const pattern = { doubt: 'given_name', value: null, one_by_one: false, several: 0, answered: 0 }
  expect(held_groups).toMatchObject([
    { ...pattern, group: 'given_name:9:1', field_id: 9, differs: ['given_name'], agrees: ['surname'], rows: 3 },
    { ...pattern, group: 'given_name:11:2', field_id: 11, differs: ['given_name', 'surname'], agrees: [], rows: 1 },
    { ...pattern, group: 'given_name:9:3', field_id: 9, differs: ['given_name', 'surname'], agrees: [], rows: 1 },
  ])
  const body = { answer: 'other' as const, group: 'given_name:9:1' }
  expect(await store.call(importRun.answer, { params: asked.params, body })).toEqual({ answered: 3 })
  const answered = await store.call(importRun.getRun, asked)
  expect(answered.held_groups.map((one) => one.answered)).toEqual([3, 0, 0])

  await store.call(importRun.answer, { params: asked.params, body: { answer: 'none', record_nos: [6] } })
  expect((await store.call(importRun.getRun, asked)).held_groups[0]).toMatchObject({ rows: 3, answered: 2 })
})

test('asks rows one by one that name different people for one customer, and leaves them out of common answers', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const rows = ['สมชาย,พูนผล,0811111111,', 'สมชาย,ทองคำ,0811111111,', 'วิภา,ใจดี,0811111111,']
  const { params, run_id } = await heldRows(store, `${later.split('\n')[0]}\n${rows.join('\n')}\n`)
  const run = { ...params, run_id }
  const { held_groups } = await store.call(importRun.getRun, { params: run, query: {} })
  expect(held_groups).toMatchObject([
    { group: 'unsure:9:0', doubt: 'unsure', one_by_one: true, differs: [], agrees: [], rows: 2 },
    { group: 'given_name:9:3', one_by_one: false, rows: 1 },
  ])
  const answer = (body: object) =>
    store.call(importRun.answer, { params: run, body: { answer: 'same', ...body } }).then(({ answered }) => answered)
  expect(await answer({ group: 'unsure:9:0' })).toBe(0)
  expect(await answer({ answer: 'other' })).toBe(1)
  expect(await answer({ group: 'unsure:9:0', record_nos: [2] })).toBe(1)
})

test('shows the groups of a run of an earlier version by the doubt in their name', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { params, run_id } = await heldRows(store)
  const { admin } = await testServer()
  await admin.query(
    `update run_record set held_group = 'given_name:9', error = error - 'agrees' where store_id = $1 and held_group like 'given_name:9%'`,
    [store.storeId],
  )
  const { held_groups } = await store.call(importRun.getRun, { params: { ...params, run_id }, query: {} })
  const former = { group: 'given_name:9', differs: ['given_name'], agrees: [], one_by_one: false, rows: 2 }
  expect(held_groups[0]).toMatchObject(former)
})

test('asks about a phone under many names by its value, and lists the rows of one group', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const lines = ['มาลี', 'ธนกร', 'วิภา', 'สมศักดิ์', 'ประเสริฐ', 'อรทัย', 'กิตติ'].map((name) => `${name},,0844444444,`)
  const header = later.split('\n')[0]
  const { params, run_id } = await heldRows(store, `${header}\n${lines.join('\n')}\nวิภา,ใจดี,0811111111,\n`)
  const run = { params: { ...params, run_id } }
  const { held_groups } = await store.call(importRun.getRun, { ...run, query: {} })
  const shop = held_groups[0]!
  expect(shop).toMatchObject({ value: '+66844444444', field_id: 9, rows: 6 })
  const page = await store.call(importRun.records, { ...run, query: { status: 'held', group: shop.group, limit: '5' } })
  expect([page.total, page.data.map(({ record_no }) => record_no)]).toEqual([6, [2, 3, 4, 5, 6]])
  const rest = held_groups.slice(1).map(({ group, rows }) => [group, rows])
  expect(rest).toEqual([['given_name:9:8', 1]])
})

test('asks nothing again about an answered row when another row has changed the person of the file', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const lines = ['อรทัย,,0855555555,', 'ธนกร,ใจดี,0855555555,', 'อรทัย,รักไทย,0855555555,']
  const { params, run_id } = await heldRows(store, `${later.split('\n')[0]}\n${lines.join('\n')}\n`)
  const heldIn = async (run: string) => {
    const { data } = await store.call(importRun.records, {
      params: { ...params, run_id: run },
      query: { status: 'held' },
    })
    return data.map(({ record_no }) => record_no)
  }
  expect(await heldIn(run_id)).toEqual([2])
  await store.call(importRun.answer, { params: { ...params, run_id }, body: { answer: 'same', record_nos: [2] } })
  expect(await heldIn(await tryOut(store, params))).not.toContain(2)
})

test('rows that failed by their own values are listed apart from those that wait', { tags: ['verify'] }, async () => {
  const store = await newStore()
  const { params, run_id } = await heldRows(store)
  const list = async (status: 'faulty' | 'held') => {
    const page = await store.call(importRun.records, { params: { ...params, run_id }, query: { status } })
    return { total: page.total, rows: page.data.map(({ record_no }) => record_no) }
  }
  expect(await list('faulty')).toEqual({ total: 1, rows: [4] })
  expect(await list('held')).toEqual({ total: 3, rows: [1, 2, 3] })
})

test('an answer counts from the next dry run on, and no run begins without one', async () => {
  const store = await newStore()
  const { params, run_id } = await heldRows(store)
  await store.call(importRun.answer, { params: { ...params, run_id }, body: { answer: 'other', record_nos: [1] } })
  await store.call(importRun.answer, { params: { ...params, run_id }, body: { answer: 'same', record_nos: [3] } })
  const early = await store.try(importRun.run, { params, body: { run_id } })
  expect(early.body.error).toBe('run_outdated')
  const next = await tryOut(store, params)
  const { stats, held_groups } = await store.call(importRun.getRun, { params: { ...params, run_id: next }, query: {} })
  expect(stats).toMatchObject({ added: 1, updated: 1, held: 1 })
  expect(held_groups).toMatchObject([{ rows: 1, answered: 0 }])
  const real = (await store.call(importRun.run, { params, body: { run_id: next } })).run_id
  expect((await runOf(store, Number(params.id), real)).stats).toMatchObject({ added: 1, updated: 1, held: 1 })
  const { data } = await store.call(profiles.list, { query: {} })
  expect(data).toHaveLength(3)
})

test('an answer for all that wait leaves the rows alone that were answered one by one', {
  tags: ['verify'],
}, async () => {
  const store = await newStore()
  const { params, run_id } = await heldRows(store)
  const run = { ...params, run_id }
  await store.call(importRun.answer, { params: run, body: { answer: 'same', record_nos: [3] } })
  expect(await store.call(importRun.answer, { params: run, body: { answer: 'other' } })).toEqual({ answered: 2 })
  const { data } = await store.call(importRun.records, { params: run, query: { status: 'held' } })
  expect(data.map(({ record_no, conflict }) => [record_no, conflict?.answer])).toEqual([
    [1, 'other'],
    [2, 'other'],
    [3, 'same'],
  ])
  expect(await store.call(importRun.answer, { params: run, body: { answer: 'none' } })).toEqual({ answered: 3 })
})
