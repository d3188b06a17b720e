import { profileBulk } from '@ruam/contract/customers/bulk.ts'
import { consents } from '@ruam/contract/customers/consents.ts'
import { labels } from '@ruam/contract/customers/labels.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { importRun } from '@ruam/contract/imports/run.ts'
import { importUndo, type UndoPreview } from '@ruam/contract/imports/undo.ts'
import { beforeEach, expect, test } from 'vitest'
import { deleteProfiles, writeValues } from '../../customers/profiles/write.ts'
import { inStore } from '../../database/db.ts'
import { purge } from '../../jobs/purge.ts'
import { findJob, insertJob } from '../../jobs/queries.ts'
import { workJob } from '../../jobs/work.ts'
import { openPairs, scanned, scanStore } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { importFile, runOf } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { jobEnded, jobOver } from '../../testing/jobs.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { activityType } from '../../testing/things/fields.ts'
import { profileId } from '../../testing/things/profiles.ts'
import { undoRun } from './undo.ts'

let store: TestStore
beforeEach(async () => {
  store = await newStore()
})

const header = 'ชื่อ,เบอร์โทร,อีเมล\n'
const yada = `${header}ญาดา,0812345670,yada@example.com\n`
const nothing: UndoPreview = {
  profiles_removed: 0,
  profiles_kept: 0,
  profiles_restored: 0,
  values_restored: 0,
  values_kept: 0,
  labels_removed: 0,
  activities_removed: 0,
}

const paramsOf = ({ id, real }: { id: number; real: string }) => ({ params: { id: String(id), run_id: real } })

interface Row {
  id: number
  first_name: string | null
  email: string | null
}

async function profiles(): Promise<Row[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<Row>(
    'select id, first_name, email from profile where store_id = $1 and deleted_at is null order by id',
    [store.storeId],
  )
  return rows
}

async function asPerson<T>(work: (db: Parameters<Parameters<typeof inStore>[2]>[0]) => Promise<T>): Promise<T> {
  const core = await coreOf(store)
  return inStore(core.pool, store.storeId, work)
}

const edit = (id: number, field: number, value: string) =>
  asPerson((db) =>
    writeValues(db, store.storeId, { source: 'user', id: store.userId }, [{ id, values: new Map([[field, value]]) }]),
  )

test('an undo removes the customers that the import made and gives the others their values back', async () => {
  await importFile(store, yada, { name: 'แรก' })
  const before = await profiles()
  const second = await importFile(store, `${yada.replace('yada@', 'new@')}มานี,0823456789,\n`, { name: 'สอง' })
  const told = await store.call(importUndo.undoPreview, { ...paramsOf(second), query: {} })
  expect(told).toEqual({ ...nothing, profiles_removed: 1, profiles_restored: 1, values_restored: 1 })
  expect(told).toMatchObject(await undone(store, second.id, second.real))
  expect(await profiles()).toEqual(before)
})

test('later changes stay, and are counted before the undo', async () => {
  await importFile(store, yada, { name: 'แรก' })
  const second = await importFile(
    store,
    `${header.trim()},อาชีพ\nญาดา,0812345670,new@example.com,ครู\nมานี,0823456789,,\n`,
    {
      name: 'สอง',
    },
  )
  const [known, made] = await profiles()
  await edit(known!.id, 11, 'hand@example.com')
  await edit(made!.id, 11, 'manee@example.com')
  const told = await store.call(importUndo.undoPreview, { ...paramsOf(second), query: {} })
  expect(told).toEqual({ ...nothing, profiles_kept: 1, profiles_restored: 1, values_restored: 1, values_kept: 1 })
  expect(told).toMatchObject(await undone(store, second.id, second.real))
  expect(await profiles()).toEqual([
    { id: known!.id, first_name: 'ญาดา', email: 'hand@example.com' },
    { id: made!.id, first_name: 'มานี', email: 'manee@example.com' },
  ])
})

test('an earlier import can be undone before a later one, whose undo then goes back beyond it', {
  tags: ['verify'],
}, async () => {
  const first = await importFile(store, yada, { name: 'แรก' })
  const runs = []
  for (const name of ['two', 'three']) runs.push(await importFile(store, yada.replace('yada@', `${name}@`), { name }))
  await undone(store, runs[0]!.id, runs[0]!.real)
  expect((await profiles())[0]!.email).toBe('three@example.com')
  await undone(store, runs[1]!.id, runs[1]!.real)
  expect((await profiles())[0]!.email).toBe('yada@example.com')
  await undone(store, first.id, first.real)
  expect(await profiles()).toEqual([])
})

test('a value of an import that is undone is not put back by the undo of a later one', {
  tags: ['verify'],
}, async () => {
  const first = await importFile(store, yada, { name: 'แรก' })
  const runs = []
  for (const name of ['two', 'three']) runs.push(await importFile(store, yada.replace('yada@', `${name}@`), { name }))
  const [known] = await profiles()
  // So that the customer stays.
  await edit(known!.id, 1, 'คนพิมพ์')
  for (const { id, real } of [runs[0]!, first, runs[1]!]) await undone(store, id, real)
  expect(await profiles()).toEqual([{ id: known!.id, first_name: 'คนพิมพ์', email: 'yada@example.com' }])
})

test('an undo removes the customers to whom a bulk change alone gave a label or a value', {
  tags: ['verify'],
}, async () => {
  const label = (await store.call(labels.create, { body: { name: 'ทุกคน', color: 'teal', type: 'general' } })).id
  const run = await importFile(store, `${yada}มานี,0823456789,\n`)
  const target = { ids: (await profiles()).map(({ id }) => id) }
  for (const action of [
    { type: 'add_labels' as const, label_ids: [label] },
    { type: 'set_field' as const, field_id: 14, value: 'ครู' },
  ]) {
    const { job_id } = await store.call(profileBulk.start, { body: { target, action } })
    await jobEnded(store.storeId, job_id)
  }
  const [kept] = await profiles()
  await edit(kept!.id, 11, 'hand@example.com')
  const told = await store.call(importUndo.undoPreview, { ...paramsOf(run), query: {} })
  expect(told).toEqual({ ...nothing, profiles_removed: 1, profiles_kept: 1 })
  expect(told).toMatchObject(await undone(store, run.id, run.real))
  expect(await profiles()).toEqual([{ id: kept!.id, first_name: 'ญาดา', email: 'hand@example.com' }])
  const counted = await store.call(labels.get, { params: { id: String(label) } })
  expect(counted.target_count).toBe(1)
})

test('an undo keeps the key by which a later import found the customer', { tags: ['verify'] }, async () => {
  await importFile(store, yada.replace('yada@', 'old@'), { name: 'แรก' })
  const second = await importFile(store, yada, { name: 'สอง' })
  await importFile(store, 'ชื่อ,อีเมล,อาชีพ\nญาดา,yada@example.com,ครู\n', { name: 'สาม', keys: [11] })
  const told = await store.call(importUndo.undoPreview, { ...paramsOf(second), query: {} })
  expect(told).toEqual({ ...nothing, values_kept: 1 })
  expect(told).toMatchObject(await undone(store, second.id, second.real))
  expect(await profiles()).toEqual([expect.objectContaining({ email: 'yada@example.com' })])
})

test('a label that a user added by hand stays, those of the import are removed', { tags: ['verify'] }, async () => {
  const label = async (name: string) =>
    (await store.call(labels.create, { body: { name, color: 'teal', type: 'general' } })).id
  const [given, own] = [await label('จากไฟล์'), await label('จากคน')]
  const run = await importFile(store, `${yada}มานี,0823456789,\n`, { labels: [given] })
  const [kept] = await profiles()
  const { admin } = await testServer()
  await admin.query(
    "insert into profile_label (store_id, label_id, profile_id, source) values ($1, $2, $3, 'manual_add')",
    [store.storeId, own, kept!.id],
  )
  const told = await store.call(importUndo.undoPreview, { ...paramsOf(run), query: {} })
  const result = await undone(store, run.id, run.real)
  expect(result).toEqual({ ...nothing, profiles_removed: 1, profiles_kept: 1, labels_removed: 2 })
  expect(told).toMatchObject(result)
  const { rows } = await admin.query('select label_id, profile_id from profile_label where store_id = $1', [
    store.storeId,
  ])
  expect(rows).toEqual([{ label_id: own, profile_id: kept!.id }])
  const counted = await store.call(labels.get, { params: { id: String(given) } })
  expect(counted.target_count).toBe(0)
})

test('the preview keeps a customer with a merge, an activity, an identity or a consent of others, as the undo does', {
  tags: ['verify'],
}, async () => {
  const names = ['หนึ่ง', 'สอง', 'สาม', 'สี่', 'ห้า', 'หก']
  const rows = names.map((name, place) => `${name},081234567${place},`)
  const run = await importFile(store, `${header}${rows.join('\n')}\n`)
  const [merged, active, identified, consenting, edited, alone] = await profiles()
  const { admin } = await testServer()
  const other = await profileId(store)
  await admin.query('update profile set merged_into = $3 where store_id = $1 and id = $2', [
    store.storeId,
    other,
    merged!.id,
  ])
  const type = await activityType(store)
  await admin.query('insert into activity (store_id, profile_id, type_id, activity_at) values ($1, $2, $3, now())', [
    store.storeId,
    active!.id,
    type,
  ])
  await admin.query(
    "insert into identity (store_id, kind, scope, value, profile_id, kept) values ($1, 'line', 'p', 'U1', $2, true)",
    [store.storeId, identified!.id],
  )
  const purpose = await store.call(consents.createPurpose, { body: { name: 'ข่าวสาร', description: '' } })
  const consent = {
    profile_id: consenting!.id,
    purpose_id: purpose.id,
    operation: 'granted',
    way: 'paper',
    note: '7',
  } as const
  await store.call(consents.record, { body: consent })
  await edit(edited!.id, 11, 'hand@example.com')
  const told = await store.call(importUndo.undoPreview, { ...paramsOf(run), query: {} })
  expect(told).toEqual({ ...nothing, profiles_removed: 1, profiles_kept: 5 })
  expect(told).toMatchObject(await undone(store, run.id, run.real))
  expect((await profiles()).map(({ id }) => id)).not.toContain(alone!.id)
})

test('a deleted customer is removed for good if the import created them, and gets the old values back if not', {
  tags: ['verify'],
}, async () => {
  await importFile(store, yada, { name: 'แรก' })
  const run = await importFile(store, `${yada.replace('yada@', 'new@')}มานี,0823456789,\n`, { name: 'สอง' })
  const ids = (await profiles()).map(({ id }) => id)
  await asPerson((db) => deleteProfiles(db, store.storeId, { source: 'user', id: store.userId }, ids))
  expect(await undone(store, run.id, run.real)).toMatchObject({ profiles_removed: 0, values_restored: 0 })
  const { admin } = await testServer()
  const { rows } = await admin.query(
    'select p.id, p.email, t.live from profile p join profile_total t using (store_id) where store_id = $1',
    [store.storeId],
  )
  expect(rows).toEqual([{ id: ids[0], email: 'yada@example.com', live: 0 }])
})

test('a customer of the import who was merged into another stays', { tags: ['verify'] }, async () => {
  await importFile(store, yada, { name: 'แรก' })
  const run = await importFile(store, `${header}มานี,0823456789,\n`, { name: 'สอง' })
  const [kept, gone] = await profiles()
  const { admin } = await testServer()
  await admin.query('update profile set merged_into = $3 where store_id = $1 and id = $2', [
    store.storeId,
    gone!.id,
    kept!.id,
  ])
  expect(await undone(store, run.id, run.real)).toEqual({ ...nothing, profiles_kept: 1 })
  expect(await profiles()).toHaveLength(2)
})

test('pairs of likely duplicates go with the customers of the import, all others stay', {
  tags: ['verify'],
}, async () => {
  await importFile(store, `${header}ญาดา,0812345670,d@example.com\nญาดา,0812345670,a@example.com\n`, {
    name: 'แรก',
    keys: [11],
  })
  await scanned(store)
  const [before] = await openPairs(store)
  const run = await importFile(store, `${header}ญาดา,0812345670,b@example.com\nญาดา,0812345670,c@example.com\n`, {
    name: 'สอง',
    keys: [11],
  })
  expect(await scanStore(store)).toHaveLength(6)
  await undone(store, run.id, run.real)
  const { admin } = await testServer()
  const { rows } = await admin.query('select id from profile_duplicate where store_id = $1', [store.storeId])
  expect(rows).toEqual([{ id: before!.id }])
})

test('the history of a customer shows that a value was restored, and the audit log who undid what', {
  tags: ['verify'],
}, async () => {
  await importFile(store, yada, { name: 'แรก' })
  const run = await importFile(store, yada.replace('yada@', 'new@'), { name: 'สอง' })
  const result = await undone(store, run.id, run.real)
  const { admin } = await testServer()
  const { rows } = await admin.query<{ source: string; changes: unknown }>(
    'select source, changes from profile_change where store_id = $1',
    [store.storeId],
  )
  expect(rows).toEqual([{ source: 'undo', changes: { 11: ['new@example.com', 'yada@example.com'] } }])
  const { rows: audited } = await admin.query<{ user_id: number; details: unknown }>(
    "select user_id, details from audit_log where store_id = $1 and action = 'import_undone'",
    [store.storeId],
  )
  expect(audited).toEqual([{ user_id: store.userId, details: { run_id: run.real, ...result } }])
})

test('the run and its data source say undone, until the file is run again', { tags: ['verify'] }, async () => {
  const run = await importFile(store, yada)
  const params = { id: String(run.id) }
  const before = await store.call(importRun.getRun, { ...paramsOf(run), query: {} })
  expect([before.undone_at, before.undoable_until]).toEqual([null, expect.any(String)])
  await undone(store, run.id, run.real)
  const after = await store.call(importRun.getRun, { ...paramsOf(run), query: {} })
  expect([after.undone_at, after.undoable_until]).toEqual([expect.any(String), null])
  expect((await store.call(dataSources.get, { params })).undone_at).toBe(after.undone_at)
})

test('the file of an undone run can be tried and run again as it is', { tags: ['verify'] }, async () => {
  const { id, real } = await importFile(store, yada)
  const params = { id: String(id) }
  expect((await store.try(importRun.dryRun, { params })).body.error).toBe('data_source_status')
  await undone(store, id, real)
  const { run_id } = await store.call(importRun.dryRun, { params })
  expect((await runOf(store, id, run_id)).stats).toMatchObject({ added: 1 })
  const again = await store.call(importRun.run, { params, body: { run_id } })
  expect((await runOf(store, id, again.run_id)).stats).toMatchObject({ added: 1 })
  expect(await profiles()).toHaveLength(1)
})

test('a run is undone once: 46', async () => {
  const run = await importFile(store, yada)
  await undone(store, run.id, run.real)
  for (const call of [importUndo.undo, importUndo.undoPreview]) {
    const { status, body } = await store.try(call, paramsOf(run))
    expect([status, body.error_code]).toEqual([409, 46])
  }
})

test('a dry run and a run that ended 30 days ago cannot be undone', async () => {
  const run = await importFile(store, yada)
  const dry = await store.try(importUndo.undo, paramsOf({ ...run, real: run.dry }))
  const { admin } = await testServer()
  const core = await coreOf(store)
  await admin.query("update run set finished_at = finished_at - interval '30 days' where store_id = $1", [
    store.storeId,
  ])
  await purge(core)
  const old = await store.try(importUndo.undo, paramsOf(run))
  expect([dry.body.error_code, old.body.error_code]).toEqual([46, 46])
})

test('while another import is at work nothing can be undone: 24', async () => {
  const run = await importFile(store, yada)
  const { admin } = await testServer()
  await admin.query(
    `insert into run (store_id, run_id, data_source_id, kind, version, mapping, file_id, total)
     select store_id, 'run_1_1_1_aaaaaaaa', data_source_id, 'real', version, mapping, file_id, total from run
     where store_id = $1 and kind = 'real'`,
    [store.storeId],
  )
  const { body } = await store.try(importUndo.undo, paramsOf(run))
  expect(body.error_code).toBe(24)
})

test('the run of another store is not found', async () => {
  const run = await importFile(store, yada)
  const other = await newStore()
  for (const call of [importUndo.undo, importUndo.undoPreview])
    expect((await other.try(call, paramsOf(run))).status).toBe(404)
})

/** A known customer and eight new ones, whose undo waits for a worker. */
async function waitingUndo() {
  await importFile(store, yada, { name: 'แรก' })
  const before = await profiles()
  const rows = Array.from({ length: 8 }, (_, place) => `คน ${place},08234567${place}0,\n`).join('')
  const run = await importFile(store, `${yada.replace('yada@', 'new@')}${rows}`, { name: 'สอง' })
  const told = await store.call(importUndo.undoPreview, { ...paramsOf(run), query: {} })
  const { admin } = await testServer()
  const core = await coreOf(store)
  const { rows: found } = await admin.query<{ id: number }>('select id from run where store_id = $1 and run_id = $2', [
    store.storeId,
    run.real,
  ])
  const request = { run: found[0]!.id }
  const row = { kind: 'run_undo' as const, request, total: 9, queued: true }
  const { id } = await asPerson((db) => insertJob(db, store.storeId, store.userId, row))
  const work = (run_undo: typeof undoRun, signal = new AbortController().signal) =>
    workJob({ run_undo: { work: (working) => run_undo(working, 2) } }, core, store.storeId, id, signal)
  const result = async () => {
    const { rows: ended } = await admin.query<{ result: UndoPreview }>('select result from job where id = $1', [id])
    return ended[0]!.result
  }
  return { id, before, told, work, result }
}

test('an undo whose worker stopped between two blocks is gone on with, and does nothing twice', async () => {
  const { id, before, told, work, result } = await waitingUndo()
  const stopping = new AbortController()
  const stopped = work((working, rows) => {
    let blocks = 0
    const block: typeof working.block = async (blockWork) => {
      if (++blocks === 3) stopping.abort()
      await working.block(blockWork)
    }
    return undoRun({ ...working, block }, rows)
  }, stopping.signal)
  await expect(stopped).rejects.toThrow()
  expect(await asPerson((db) => findJob(db, store.storeId, id))).toMatchObject({ status: 'processing', done: 4 })
  await work(undoRun)
  expect(await jobOver(store, id)).toMatchObject({ status: 'completed', done: 9 })
  expect(told).toMatchObject(await result())
  expect(await profiles()).toEqual(before)
})

test('a block of an undo that met a deadlock is done again, and counted once', { tags: ['verify'] }, async () => {
  const { id, before, told, work, result } = await waitingUndo()
  const met = new Set<number>()
  await work((working, rows) => {
    let blocks = 0
    const block: typeof working.block = async (blockWork) => {
      const place = blocks++
      await working.block(async (db, client) => {
        const counted = await blockWork(db, client)
        if (met.has(place)) return counted
        met.add(place)
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' })
      })
    }
    return undoRun({ ...working, block }, rows)
  })
  expect(met.size).toBeGreaterThan(3)
  expect(await jobOver(store, id)).toMatchObject({ status: 'completed', done: 9 })
  expect(told).toMatchObject(await result())
  expect(await profiles()).toEqual(before)
})
