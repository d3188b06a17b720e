import { profiles } from '@ruam/contract/customers/profiles.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { expect, test } from 'vitest'
import { inStore } from '../../database/db.ts'
import { editsOf, field, madeProfile, rowsOf, save, valueIn } from '../../testing/customers/profiles.testing.ts'
import { firstCases } from '../../testing/first-cases.testing.ts'
import { createDataSource, runOf } from '../../testing/imports/data-sources.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { lockForEdit, lockForPipeline } from './lock.ts'

async function within<T>(store: TestStore, work: Parameters<typeof inStore<T>>[2]): Promise<T> {
  const core = await coreOf(store)
  return inStore(core.pool, store.storeId, work)
}

const csv = 'ชื่อ,เบอร์โทร\nญาดา,0812345670\n'

async function previewed(store: TestStore) {
  const { id } = await createDataSource(store, csv, 'ไฟล์')
  const params = { id: String(id) }
  const { mapping, match } = await store.call(dataSources.getMapping, { params })
  await store.call(dataSources.putMapping, { params, body: { mapping, match } })
  const { run_id } = await store.call(importRun.dryRun, { params })
  await runOf(store, id, run_id)
  return { params, body: { run_id } }
}

const job = (store: TestStore, kind: string, status: string) =>
  rowsOf(store, "insert into job (store_id, kind, status, request) values ($1, $2, $3, '{}')", kind, status)

/** Returns a task that ends on command, and a promise that it has begun. */
function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}

test('an import waits for a running edit, and does not start between its read and its write', async () => {
  const store = await newStore()
  const { params, body } = await previewed(store)
  const [held, done] = [gate(), gate()]
  const edit = within(store, async (db) => {
    await lockForEdit(db, store.storeId)
    held.open()
    await done.opened
    return (await rowsOf(store, "select 1 from run where store_id = $1 and kind = 'real'")).length
  })
  await held.opened
  const run = store.call(importRun.run, { params, body })
  const first = await Promise.race([run.then(() => 'run'), new Promise((resolve) => setTimeout(resolve, 200, 'waits'))])
  done.open()
  expect([first, await edit]).toEqual(['waits', 0])
  const { run_id } = await run
  expect((await runOf(store, Number(params.id), run_id)).stats.added).toBe(1)
})

test('two people may edit at the same time', async () => {
  const store = await newStore()
  const [held, done] = [gate(), gate()]
  const edit = within(store, async (db) => {
    await lockForEdit(db, store.storeId)
    held.open()
    await done.opened
  })
  await held.opened
  const made = await madeProfile(store, { [field.firstName]: 'ก' })
  expect(valueIn((await save(store, made, { [field.firstName]: 'ข' })).body, field.firstName)).toBe('ข')
  done.open()
  await edit
})

firstCases(1)(['profile_bulk', 'bulk_undo', 'run_undo', 'profile_erase', 'field_convert', 'field_delete'])(
  'no import starts during a job of the kind %s',
  async (kind) => {
    const store = await newStore()
    const request = await previewed(store)
    await job(store, kind, 'processing')
    expect((await store.try(importRun.run, request)).body.error).toBe('pipeline_busy')
    await rowsOf(store, "update job set status = 'completed' where store_id = $1")
    expect((await store.try(importRun.run, request)).status).toBe(200)
  },
)

test('a bulk change does not block edits, and a duplicate scan blocks nothing', async () => {
  const store = await newStore()
  await job(store, 'profile_bulk', 'processing')
  expect((await store.try(profiles.create, { body: { fields: editsOf({ [field.firstName]: 'ก' }) } })).status).toBe(200)
  const other = await newStore()
  await job(other, 'duplicate_scan', 'processing')
  await within(other, (db) => lockForPipeline(db, other.storeId, 'profile_locked'))
})

test('the undo of an import blocks edits, and names the import', async () => {
  const store = await newStore()
  const { params, body } = await previewed(store)
  const { run_id } = await store.call(importRun.run, { params, body })
  await runOf(store, Number(params.id), run_id)
  await rowsOf(
    store,
    `insert into job (store_id, kind, status, request, total, done)
      select store_id, 'run_undo', 'processing', jsonb_build_object('run', id), 4, 1 from run where store_id = $1 and run_id = $2`,
    run_id,
  )
  const { editable, run } = await store.call(profiles.editable)
  expect([editable, run!.kind, run!.name, run!.progress]).toEqual([false, 'undo', 'ไฟล์', 0.25])
  const refused = await store.try(profiles.create, { body: { fields: editsOf({ [field.firstName]: 'ก' }) } })
  expect(refused.body).toMatchObject({ error_code: 61, details: { datasource_id: Number(params.id), name: 'ไฟล์' } })
})

test("one store's import does not block edits in another store", async () => {
  const [store, other] = [await newStore(), await newStore()]
  await within(store, async (db) => {
    await lockForPipeline(db, store.storeId, 'pipeline_busy')
    expect((await madeProfile(other, { [field.firstName]: 'ก' })).id).toBeGreaterThan(0)
  })
})
