import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { files } from '@ruam/contract/files.ts'
import { expect, test } from 'vitest'
import { newStore, testServer } from '../core/testing.ts'
import { loadDataSource } from './load.ts'
import { createDataSource } from './testing.ts'

test('a long cell may end its sample in the middle of a letter that takes two', async () => {
  const store = await newStore()
  const { id } = await createDataSource(store, `ชื่อ,เบอร์โทร\n${'ก'.repeat(99)}😀,0811111111\n`, 'อิโมจิ')
  const { preview_data } = await store.call(dataSources.getMapping, { params: { id: String(id) } })
  expect(preview_data[0]!.values[0]!.startsWith('ก'.repeat(99))).toBe(true)
})

test('loading a file that is gone fails once and for all', async () => {
  const store = await newStore()
  const { core, admin } = await testServer()
  const { body } = await store.upload(files.import, 'a.csv', 'ชื่อ,เบอร์โทร\nก,0811111111\n')
  const { id } = await createDataSource(store, 'ชื่อ,เบอร์โทร\nก,0811111111\n', 'ไฟล์')
  await admin.query(
    "update data_source set status = 'waiting_for_load', file_id = $3 where store_id = $1 and id = $2",
    [store.storeId, id, body.file_id],
  )
  const { rows } = await admin.query<{ storage_key: string }>(
    'select storage_key from file where store_id = $1 and id = $2',
    [store.storeId, body.file_id],
  )
  await rm(join(core.config.dataFolder, rows[0]!.storage_key))
  await expect(loadDataSource(core, store.storeId, id, new AbortController().signal)).rejects.toThrow()
  expect(await store.call(dataSources.get, { params: { id: String(id) } })).toMatchObject({
    status: 'load_failed',
    error: { error: 'internal' },
  })
})
