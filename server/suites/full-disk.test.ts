import { features } from '@ruam/contract/endpoints.ts'
import { beforeAll, expect, test } from 'vitest'
import { createApp } from '../app/app.ts'
import { queueHandlers } from '../app/worker.ts'
import type { Core } from '../servers/core.ts'
import { importFile } from '../testing/imports/data-sources.testing.ts'
import { newCredential } from '../testing/open-api/keys.testing.ts'
import { coreOf, newStore, type TestStore, testServer } from '../testing/store.testing.ts'
import type { TimeSlice } from '../work/time-slice.ts'

let store: TestStore
let full = true
let core: Core
beforeAll(async () => {
  store = await newStore()
  core = { ...(await coreOf(store)), disk: { isFull: async () => full, room: async () => {} } }
})

async function ask(method: 'POST' | 'DELETE' | 'GET', url: string, payload?: object, credential = store.token) {
  const app = await createApp(core, { web: false })
  const headers = { authorization: `Bearer ${credential}`, 'accept-language': 'en' }
  const reply = await app.inject({ method, url, headers, ...(payload && { payload }) })
  await app.close()
  return { status: reply.statusCode, error: reply.body === '' ? undefined : reply.json().error }
}

test('while the disk is almost full, programs get 507 with a name, and reads and deletions work', async () => {
  const { credential } = await newCredential(store)
  const item = { values: { firstName: 'เต็ม', phone: '0815550001' } }
  full = true
  expect(await ask('POST', '/open-api/v1/profiles', item, credential)).toEqual({ status: 507, error: 'disk_full' })
  expect((await ask('GET', '/open-api/v1/profiles', undefined, credential)).status).toBe(200)
  expect((await ask('DELETE', '/open-api/v1/profiles/1', undefined, credential)).status).toBe(404)
  expect((await ask('POST', '/open-api/v1/profiles', item, 'ruam_x_y')).status).toBe(401)
  full = false
  expect((await ask('POST', '/open-api/v1/profiles', item, credential)).status).toBe(200)
})

test('while the disk is almost full, people sign in, revoke keys and record consents, and uploads get 507', async () => {
  full = true
  const { id } = await newCredential(store)
  expect((await ask('POST', `/api/api-key/${id}/revoke`)).status).not.toBe(507)
  expect((await ask('POST', '/api/auth/login', { email: 'a@example.com', password: 'wrong password' })).status).toBe(
    401,
  )
  expect(await ask('POST', '/api/v2/export', { type: 'profile', file_type: 'csv' })).toMatchObject({ status: 507 })
  expect(features.files.import.upload).toBe('multipart')
})

test('a run waits while the disk is almost full, says so, and continues afterwards', async () => {
  const { admin } = await testServer()
  full = false
  await importFile(store, 'ชื่อ,เบอร์โทร\nหนึ่ง,0815551111\nสอง,0815551112\n')
  const { rows: runs } = await admin.query<{ id: number }>(
    `update run set status = 'pending', done = 0, added = 0, updated = 0, duplicated = 0, failed = 0, finished_at = null where store_id = $1 and kind = 'real' returning id`,
    [store.storeId],
  )
  const run = runs.at(-1)!.id
  await admin.query('delete from run_record where store_id = $1 and run = $2', [store.storeId, run])
  const work = queueHandlers(core)['data-source-run']
  const turn: TimeSlice = { isOver: async () => false, share: async () => {}, leave: async () => {} } as never
  full = true
  await work({ store_id: store.storeId, run }, new AbortController().signal, turn)
  const state = async () =>
    (await admin.query('select status, error from run where store_id = $1 and id = $2', [store.storeId, run])).rows[0]
  expect(await state()).toEqual({ status: 'pending', error: { name: 'waits_for_room' } })
  full = false
  await work({ store_id: store.storeId, run }, new AbortController().signal, turn)
  expect(await state()).toEqual({ status: 'completed', error: null })
})
