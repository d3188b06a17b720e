import { profileDuplicates } from '@ruam/contract/customers/duplicates.ts'
import { profileErasure } from '@ruam/contract/customers/erasure.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { type Random, randomOf } from '../../../tools/random.ts'
import { inStore } from '../../database/db.ts'
import { workJob } from '../../jobs/work.ts'
import { field, madeProfile, rowsOf, save } from '../../testing/customers/profiles.testing.ts'
import { storeOf } from '../../testing/duplicates/merge-scene.testing.ts'
import { openPairs, scanned, scanStore } from '../../testing/duplicates/profile-duplicates.testing.ts'
import { importFile } from '../../testing/imports/data-sources.testing.ts'
import { undone } from '../../testing/imports/import-undo.testing.ts'
import { jobEnded } from '../../testing/jobs.testing.ts'
import { coreOf, type TestStore, testServer } from '../../testing/store.testing.ts'
import { profileDuplicateWorks } from './jobs.ts'
import { startScan } from './start-scan.ts'

const between = (random: Random, low: number, high: number) => low + random.below(high - low + 1)

const given = ['ญาดา', 'มานะ', 'ปิติ', 'ชูใจ', 'วีระ', 'สมชาย', 'สมศักดิ์', 'มาลี']
const family = ['ศรีสุข', 'ศรีสุก', 'ใจดี', 'รักเรียน', 'พรหมมา', 'อินทรสุวรรณ', 'ใจงาม', 'ทองคำ', 'แก้วมณี', 'สุขใจ']

const born = (random: Random) => `25${between(random, 20, 49)}-0${between(random, 1, 9)}-1${between(random, 0, 9)}`
/** One of three has a phone that about twenty have. */
const phone = (random: Random, people: number) =>
  random.chance(0.33)
    ? `08111111${String(between(random, 0, Math.ceil(people / 60))).padStart(2, '0')}`
    : `08${String(between(random, 10_000_000, 10_000_000 + people))}`
const names = (random: Random) => ({ first: random.pick(given), last: random.pick(family) })

async function storeOfPeople(random: Random, people: number): Promise<TestStore> {
  const lines: string[] = []
  while (lines.length < people) {
    const { first, last } = names(random)
    const person = `${first},${last}${random.chance(0.5) ? random.pick(family) : ''}`
    lines.push(`${person},${phone(random, people)},${born(random)}`)
    // Two of five are there twice.
    if (random.chance(0.4)) lines.push(`${person},${phone(random, people)},${lines.at(-1)!.split(',')[3]}`)
  }
  return storeOf('ชื่อ,นามสกุล,เบอร์โทร,วันเกิด', lines)
}

/** Looks through the profiles that have changed since the last scan. One that an import started may have passed some already. */
async function scanChanged(store: TestStore): Promise<number> {
  await scanned(store)
  const core = await coreOf(store)
  const by = { kind: 'person' as const, id: store.userId }
  const id = await inStore(core.pool, store.storeId, (db) => startScan(core, db, store.storeId, by, { whole: false }))
  expect((await jobEnded(store.storeId, id)).status).toBe('completed')
  return id
}

const pairsOf = (store: TestStore) =>
  rowsOf<{ low: number; high: number; score: number; reasons: string }>(
    store,
    `select low_id as low, high_id as high, round(score::numeric, 5)::float as score, reasons::text
     from profile_duplicate where store_id = $1 and status = 'open' and not chosen order by 1, 2`,
  )

/** Compares everybody once more, with what the store was found to tell about people. */
async function pairsFromScratch(store: TestStore) {
  const { admin } = await testServer()
  await admin.query('delete from profile_duplicate_block where store_id = $1', [store.storeId])
  await admin.query("delete from profile_duplicate where store_id = $1 and status = 'open' and not chosen", [
    store.storeId,
  ])
  await scanChanged(store)
  return pairsOf(store)
}

/** Imports some people who are new, and changes some by their phone. */
async function importSome(store: TestStore, random: Random, people: number): Promise<void> {
  const rows = Array.from({ length: 8 }, () => {
    const { first, last } = names(random)
    return `${first},${last},${phone(random, people)},${born(random)}`
  })
  const content = ['ชื่อ,นามสกุล,เบอร์โทร,วันเกิด', ...rows, ''].join('\n')
  await importFile(store, content, { name: `ไฟล์ ${random.below(1_000_000)}`, keys: [field.phone] })
}

/** Takes back the last import, except for the one that filled the store. */
async function undoImport(store: TestStore): Promise<void> {
  const [run] = await rowsOf<{ id: number; run_id: string }>(
    store,
    `select data_source_id as id, run_id from run where store_id = $1 and kind = 'real' and undone_at is null
       and id > (select min(id) from run where store_id = $1 and kind = 'real')
     order by run.id desc limit 1`,
  )
  if (run) await undone(store, run.id, run.run_id)
}

/** Separates the profiles of the last merge that can be undone. */
async function undoMerge(store: TestStore): Promise<void> {
  const { data } = await store.call(profileDuplicates.list, { query: { status: 'merged' } })
  const merge = data.find((pair) => pair.merge?.undoable)?.merge
  if (merge) await store.call(profileDuplicates.undoMerge, { params: { id: String(merge.id) } })
}

async function change(store: TestStore, random: Random, people: number, chosen?: string): Promise<void> {
  const [one] = await rowsOf<{ id: number; updated_at: string }>(
    store,
    'select id, updated_at from profile where store_id = $1 and deleted_at is null and merged_into is null offset $2 limit 1',
    between(random, 0, people / 2),
  )
  const params = { id: String(one!.id) }
  const act =
    chosen ??
    random.pick([
      ...['phone', 'phone', 'phone', 'name', 'born', 'delete', 'create', 'merge', 'dismiss', 'restore', 'erase'],
      ...['import', 'undo import', 'undo merge'],
    ])
  if (act === 'import') await importSome(store, random, people)
  if (act === 'undo import') await undoImport(store)
  if (act === 'undo merge') await undoMerge(store)
  if (act === 'phone') await save(store, one as never, { [field.phone]: phone(random, people) })
  if (act === 'born') await save(store, one as never, { [field.birthDate]: random.chance(0.3) ? null : born(random) })
  if (act === 'name') await save(store, one as never, { [field.firstName]: names(random).first })
  if (act === 'delete') await store.call(profiles.delete, { params })
  if (act === 'create') {
    const { first, last } = names(random)
    await madeProfile(store, { [field.firstName]: first, [field.lastName]: last, [field.phone]: phone(random, people) })
  }
  if (act === 'restore') {
    const [gone] = await rowsOf<{ id: number }>(
      store,
      'select id from profile where store_id = $1 and deleted_at is not null limit 1',
    )
    if (gone) await store.call(profiles.restore, { params: { id: String(gone.id) } })
  }
  if (act === 'erase') {
    const { started } = await store.call(profileErasure.eraseSeveral, {
      body: { profile_ids: [one!.id], confirm: true },
    })
    for (const { job_id } of started) await jobEnded(store.storeId, job_id)
  }
  const pair = (await openPairs(store))[0]
  if (!pair) return
  const ofPair = { params: { id: String(pair.id) } }
  if (act === 'dismiss') await store.call(profileDuplicates.dismiss, ofPair)
  if (act === 'merge')
    await store.call(profileDuplicates.merge, { ...ofPair, body: { keep: pair.profiles[0]!.id, fields: [] } })
}

/** A pool whose connections fail from one statement on, as if the process was killed there. */
function dyingPool(pool: pg.Pool, statements: number, dying: AbortController): pg.Pool {
  let left = statements
  const connect = async () => {
    const client = await pool.connect()
    const query = (...args: unknown[]) => {
      if (left-- !== 0) return (client.query as (...args: unknown[]) => unknown).apply(client, args)
      dying.abort()
      return Promise.reject(new Error('killed'))
    }
    return Object.assign(Object.create(client) as pg.PoolClient, { query })
  }
  return Object.assign(Object.create(pool) as pg.Pool, { connect })
}

/** Kills whole scans at random statements, each during another act. */
async function playKills(kills: number, people: number): Promise<void> {
  const random = randomOf(kills)
  const store = await storeOfPeople(random, people)
  const core = await coreOf(store)
  const { admin } = await testServer()
  const newScan = async () => {
    const { rows } = await admin.query<{ id: number }>(
      `insert into job (store_id, kind, request, created_by) values ($1, 'duplicate_scan', '{"whole": true}', $2) returning id`,
      [store.storeId, store.userId],
    )
    return rows[0]!.id
  }
  /** Works until it is killed. Returns true if the scan came to its end before. */
  const workUntilKilled = async (id: number) => {
    const dying = new AbortController()
    const pool = dyingPool(core.pool, between(random, 5, 40), dying)
    const work = workJob(profileDuplicateWorks, { ...core, pool }, store.storeId, id, dying.signal)
    const failed: unknown = await work.then(
      () => null,
      (error) => error,
    )
    expect(failed === null || dying.signal.aborted).toBe(true)
    return failed === null
  }
  let id = await newScan()
  for (let killed = 0; killed < kills; ) {
    if (await workUntilKilled(id)) {
      id = await newScan()
      continue
    }
    // A scan that waits for its next try holds up no other job.
    await admin.query(`update job set error = '{"name": "unexpected"}' where store_id = $1 and id = $2`, [
      store.storeId,
      id,
    ])
    const beside = ['import', 'merge', 'erase'][killed % 3]!
    if (beside !== 'import') await change(store, random, people, beside)
    else
      await importFile(store, `LINE User ID,ชื่อ,เบอร์โทร\nU${String(killed).padStart(32, '9')},มานะ,0811111101\n`, {
        name: `ไฟล์ ${killed}`,
        keys: [field.lineUserId],
      })
    killed++
  }
  await workJob(profileDuplicateWorks, core, store.storeId, id, new AbortController().signal)
  expect((await jobEnded(store.storeId, id)).status).toBe('completed')
  await scanChanged(store)
  expect(await pairsOf(store)).toEqual(await pairsFromScratch(store))
}

async function playChanges(changes: number, people: number): Promise<void> {
  const random = randomOf(20261127 + changes)
  const store = await storeOfPeople(random, people)
  await scanStore(store)
  for (let done = 1; done <= changes; done++) {
    await change(store, random, people)
    if (done % 10 === 0) await scanChanged(store)
    if (done % 30 !== 0) continue
    const found = await pairsOf(store)
    expect(found.length).toBeGreaterThan(5)
    expect(found).toEqual(await pairsFromScratch(store))
  }
}

test('a scan of changed people finds the pairs of a scan from scratch after 12 random changes', () =>
  playChanges(12, 100))

test(
  'a scan of changed people finds the pairs of a scan from scratch after 210 random changes, in a thread',
  { tags: ['verify'], timeout: 3_600_000 },
  () => playChanges(210, 700),
)

test(
  'a scan that is killed beside an import, a merge and an erasure goes on, and misses no pair',
  { tags: ['verify'] },
  () => playKills(3, 120),
)

test('a scan that is killed ten times goes on, and misses no pair', { tags: ['verify'], timeout: 3_600_000 }, () =>
  playKills(10, 400),
)
