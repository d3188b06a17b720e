import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { removeStores } from '../app/store-removal/remove-stores.ts'
import { noteErasures, readErasures } from '../customers/erasure/erasure-list.ts'
import { exportSeals, sealsFileOf } from '../reports/audit-log/exported-seals.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { importedSource } from '../testing/things/data-sources.ts'
import { inPath } from './path-ids.ts'
import { fingerprint, storeTables } from './rows.ts'

// One of two stores goes: nothing of it is left in any table or folder, and the other is as it was.

let kept: TestStore
let gone: TestStore
beforeAll(async () => {
  await testServer({ alone: true })
  ;[kept, gone] = [await filledStore(), await filledStore()]
}, 120_000)

/** Makes a store with a row of every kind that an address can name. */
async function filledStore(): Promise<TestStore> {
  const { core } = await testServer()
  const store = await newStore()
  for (const make of Object.values(inPath)) await make(store)
  await importedSource(store)
  const hashes = [{ hash: 'a'.repeat(64), alone: true }]
  const at = '2026-01-31T00:00:00Z'
  await noteErasures(core.lists, [{ store_id: store.storeId, profile_id: 1, created_at: at, erased_at: at, hashes }])
  return store
}

/** Counts a store's rows by table. */
async function rowsOfStore(storeId: number): Promise<Record<string, number>> {
  const { admin } = await testServer()
  const found: Record<string, number> = {}
  for (const table of [...(await storeTables(admin)), 'access_token']) {
    const { rows } = await admin.query<{ n: number }>(`select count(*)::int as n from ${table} where store_id = $1`, [
      storeId,
    ])
    if (rows[0]!.n > 0) found[table] = rows[0]!.n
  }
  const jobs = await admin.query<{ n: number }>(
    "select count(*)::int as n from pgboss.job where (data ->> 'store_id')::int = $1",
    [storeId],
  )
  return jobs.rows[0]!.n > 0 ? { ...found, 'pgboss.job': jobs.rows[0]!.n } : found
}

/** The checksum of each file of a store. */
async function filesOf(storeId: number): Promise<Record<string, string>> {
  const { core } = await testServer()
  const folder = join(core.config.dataFolder, String(storeId))
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((one) => one.isFile())
  const sums = found.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name)
    return [
      path,
      createHash('sha256')
        .update(await readFile(path))
        .digest('hex'),
    ] as const
  })
  return Object.fromEntries(await Promise.all(sums))
}

const deletedFor = async (store: TestStore, days: number) =>
  (await testServer()).admin.query(
    'update store set deleted_at = now() - make_interval(days => $2) where store_id = $1',
    [store.storeId, days],
  )

test('nothing goes before the 30 days are over', { tags: ['verify'] }, async () => {
  const { core, admin } = await testServer()
  await deletedFor(gone, 29)
  const before = await fingerprint(admin, gone.storeId)
  await removeStores(core)
  expect(await fingerprint(admin, gone.storeId)).toEqual(before)
})

test('after 30 days no row, no job, no file and no line of it is left, and nothing of the other has changed', async () => {
  const { core, admin } = await testServer()
  const full = await rowsOfStore(gone.storeId)
  // Most tables there are: what is empty in both would show nothing.
  expect(Object.keys(full).length).toBeGreaterThan(25)
  expect(await readdir(join(core.config.dataFolder, String(gone.storeId)))).not.toEqual([])
  const idle = "select from pgboss.job where state in ('created', 'active') and start_after < now()"
  await expect.poll(async () => (await admin.query(idle)).rowCount, { timeout: 20_000 }).toBe(0)
  const other = async () => ({ rows: await fingerprint(admin, kept.storeId), files: await filesOf(kept.storeId) })
  // Acts of past hours are sealed.
  await admin.query("update audit_log set at = at - interval '2 hours'")
  await core.pool.query('select auth.seal_audit()')
  await exportSeals(core.pool, core.lists)
  const before = await other()
  expect(before.files).not.toEqual({})
  await deletedFor(gone, 31)
  await removeStores(core)
  expect(await rowsOfStore(gone.storeId)).toEqual({})
  expect(await other()).toEqual(before)
  const folders = await readdir(core.config.dataFolder)
  expect([folders.includes(String(gone.storeId)), folders.includes(String(kept.storeId))]).toEqual([false, true])
  const listed = (await readErasures(core.lists)).map(({ store_id }) => store_id)
  expect(listed).toEqual([kept.storeId])
  await exportSeals(core.pool, core.lists)
  const seals = JSON.parse(await readFile(join(core.config.dataFolder, sealsFileOf(1)), 'utf8')) as {
    store_id: number
  }[]
  expect(seals.map(({ store_id }) => store_id)).toEqual([kept.storeId])
})

test('a removal that was cut short is done to its end by the next', { tags: ['verify'] }, async () => {
  const { core } = await testServer()
  const store = await filledStore()
  await deletedFor(store, 31)
  for (let turn = 0; turn < 3; turn++) await core.pool.query('select auth.remove_store($1)', [store.storeId])
  await removeStores(core)
  expect(await rowsOfStore(store.storeId)).toEqual({})
})

test('no store that is open can be removed, by whatever calls the function', { tags: ['verify'] }, async () => {
  const { core, admin } = await testServer()
  const before = await fingerprint(admin, kept.storeId)
  const { rows } = await core.pool.query('select auth.remove_store($1) as name', [kept.storeId])
  expect([rows, await fingerprint(admin, kept.storeId)]).toEqual([[{ name: null }], before])
})
