import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo } from '@ruam/contract/imports/undo.ts'
import { expect, test } from 'vitest'
import { segment, settled } from '../../testing/customers/segments.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { newStore, testServer } from '../../testing/store.testing.ts'

test('a run says which values it changed, and which segments its customers joined and left', async () => {
  const store = await newStore()
  const head = 'ชื่อ,เบอร์โทรศัพท์,อาชีพ,ที่อยู่\n'
  await importFile(store, `${head}นก,0813330001,ครู,ก 1\nกา,0813330002,ครู,ก 2\nไก่,0813330003,ครู,ก 3\n`)
  const working = (value: string) => segment(store, { kind: 'profile', field_id: 14, operator: 'eq', value })
  const [before, after, other] = [await working('ครู'), await working('หมอ'), await working('ทหาร')]
  await settled(store)
  const { id, real, dry } = await importFile(
    store,
    `${head}นก,0813330001,หมอ,ก 1\nกา,0813330002,หมอ,ก 9\nไก่,0813330003,ครู,ก 3\nหมู,0813330004,หมอ,ก 4\n`,
    { name: 'แก้ไข' },
  )
  await settled(store)
  const asked = { params: { id: String(id), run_id: real }, query: {} }
  const found = await store.call(importRun.changes, asked)
  expect(found.values).toEqual([
    { id: 14, name: 'อาชีพ', count: 2 },
    { id: 17, name: 'ที่อยู่', count: 1 },
  ])
  expect(found.segments).toEqual({
    pending: false,
    data: [
      { id: after.id, name: after.name, joined: 3, left: 0 },
      { id: before.id, name: before.name, joined: 0, left: 2 },
    ],
  })
  expect(found.segments!.data.some((one) => one.id === other.id)).toBe(false)
  const preview = await store.call(importRun.changes, {
    params: { id: String(id), run_id: dry },
    query: { kind: 'dry' },
  })
  expect([preview.values, preview.segments]).toEqual([found.values, null])
  const reader = await store.member(['cdp-core.datasource.read'])
  expect((await reader.call(importRun.changes, asked)).segments).toBeNull()

  // Departures are forgotten after seven days, and then nothing is said.
  const { admin } = await testServer()
  const older = "update run set finished_at = finished_at - interval '8 days' where store_id = $1 and run_id = $2"
  await admin.query(older, [store.storeId, real])
  expect((await store.call(importRun.changes, asked)).segments).toBeNull()
  await admin.query(older.replace('- interval', '+ interval'), [store.storeId, real])
  const { job_id } = await store.call(importUndo.undo, { params: asked.params })
  await jobEnded(store.storeId, job_id)
  expect((await store.call(importRun.changes, asked)).segments).toBeNull()
})
