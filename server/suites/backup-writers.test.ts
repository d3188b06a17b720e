import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { expect, test } from 'vitest'
import { readErasures } from '../customers/erasure/erasure-list.ts'
import { createPool } from '../database/db.ts'
import { diskLists } from '../storage/side-lists.ts'
import { brokenRulesIn } from '../testing/consistency.ts'
import { erase, profileWith } from '../testing/customers/profile-erasure.testing.ts'
import { atEndOfFile } from '../testing/end-of-file.testing.ts'
import { importFile } from '../testing/imports/data-sources.testing.ts'
import { startedExport } from '../testing/reports/exports.testing.ts'
import { newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import { until } from '../testing/until.testing.ts'
import { newDatabase, newFolder, quiet, restoreInto, runBackup } from './backup-scene.ts'
import { NAME } from './secrets.ts'

const people = (prefix: string, rows: number) =>
  `ชื่อ,เบอร์โทร\n${Array.from({ length: rows }, (_, n) => `ลูกค้า ${n},${prefix}${String(n).padStart(5, '0')}\n`).join('')}`

/** Backs up during edits, an export and the given writer, then restores and checks the backup. */
async function backUpBeside(store: TestStore, beside: () => Promise<unknown>, isTime: () => Promise<boolean>) {
  const dataFolder = await newFolder()
  const { core } = await testServer()
  await writeFile(join(dataFolder, 'audit-seals.json'), '[]')
  await symlink(join(core.config.dataFolder, 'erasures'), join(dataFolder, 'erasures'))
  const params = { id: String(await profileWith(store, '+66881100001')) }
  let going = true
  const edits = async () => {
    for (let n = 0; going; n++) {
      const { updated_at: origin_time } = await store.call(profiles.get, { params })
      // An import rejects edits.
      await store.try(profiles.update, { params, body: { fields: [{ id: NAME, value: `ชื่อ ${n}` }], origin_time } })
    }
  }
  const writers = [edits(), startedExport(store, { type: 'profile', file_type: 'csv' }), beside()]
  await until(isTime)
  const made = await runBackup(dataFolder).finally(() => {
    going = false
  })
  await Promise.all(writers)
  await quiet()
  const database = await newDatabase()
  const restored = await newFolder()
  await restoreInto({ file: made.path, databaseUrl: database.ownerUrl, dataFolder: restored })
  const pool = createPool(database.superUrl, { max: 1 })
  atEndOfFile(() => pool.end())
  expect(await brokenRulesIn(pool, store.storeId)).toEqual([])
  return { pool, restored }
}

test('a backup made during an import has exactly the customers that the import had added', {
  tags: ['verify'],
  timeout: 180_000,
}, async () => {
  const { admin } = await testServer({ batchRows: 100 })
  const store = await newStore()
  await importFile(store, people('08811', 50), { name: 'ลูกค้าเดิม' })
  const added = "select from run where store_id = $1 and kind = 'real' and status = 'processing' and added > 0"
  const { pool } = await backUpBeside(
    store,
    () => importFile(store, people('08822', 2000), { name: 'ลูกค้าใหม่' }),
    async () => (await admin.query(added, [store.storeId])).rowCount! > 0,
  )
  const { rows } = await pool.query<{ status: string; added: number; people: number }>(
    `select status, added, (select count(*)::int from profile p where p.store_id = r.store_id and p.origin_run = r.id) as people
     from run r where store_id = $1 and kind = 'real' order by id desc limit 1`,
    [store.storeId],
  )
  expect(rows[0]!.people).toBe(rows[0]!.added)
})

test('a backup made during an erasure lists it, so that a restore repeats it', {
  tags: ['verify'],
  timeout: 180_000,
}, async () => {
  const { core } = await testServer({ batchRows: 100 })
  const store = await newStore()
  await importFile(store, people('08811', 50), { name: 'ลูกค้าเดิม' })
  const erased = await profileWith(store, '+66881100002')
  const isListed = async (folder: string) =>
    (await readErasures(diskLists(folder))).some(({ store_id }) => store_id === store.storeId)
  const { restored } = await backUpBeside(
    store,
    () => erase(store, erased),
    () => isListed(core.config.dataFolder),
  )
  expect(await isListed(restored)).toBe(true)
})
