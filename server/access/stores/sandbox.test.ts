import { stores, users } from '@ruam/contract/access/stores.ts'
import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { lineOa } from '@ruam/contract/channels/accounts.ts'
import { facebookSetting } from '@ruam/contract/channels/facebook.ts'
import type { ErrorBody } from '@ruam/contract/errors/catalog.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { apiKeys } from '@ruam/contract/open-api/keys.ts'
import { apiTokens } from '@ruam/contract/open-api/tokens.ts'
import { expect, test } from 'vitest'
import { callAs } from '../../testing/open-api/programs.testing.ts'
import { coreOf, newStore, openedBy, testServer } from '../../testing/store.testing.ts'

const idOf = (id: number) => ({ id: String(id) })

test('is made by an owner with sample data, keys that read ruam_test, and one audit row', {
  timeout: 120_000,
}, async () => {
  const own = await newStore()
  const made = await own.call(stores.sandbox)
  const sandbox = await openedBy(own, made.id)
  const { name, flags, dpa_status } = await sandbox.call(stores.get, { params: idOf(made.id) })
  expect([name, flags.sandbox, dpa_status]).toEqual(['ร้านทดลอง', true, 'found'])
  const { data } = await own.call(users.stores, { params: { user_id: String(own.userId) } })
  expect(data.map(({ id, sandbox: marked }) => [id, marked])).toEqual(
    expect.arrayContaining([
      [made.id, true],
      [own.storeId, undefined],
    ]),
  )
  const body = { name: 'เครื่องขาย', scopes: ['profile:read' as const] }
  const { id, key } = await sandbox.call(apiKeys.create, { body })
  expect(key).toMatch(new RegExp(`^ruam_test_${id}_`))
  const rotated = await sandbox.call(apiKeys.rotate, { params: idOf(id), body: { overlap_hours: 0 } })
  expect(rotated.key).toMatch(/^ruam_test_/)
  expect((await callAs(rotated.key, 'GET', 'profiles')).status).toBe(200)
  const token = await sandbox.call(apiTokens.create, { body: { name: 'คู่ค้า' } })
  expect((await callAs(token.token, 'GET', 'profiles')).body.error).toBe('call_not_open')
  expect((await own.call(apiKeys.create, { body })).key).toMatch(/^ruam_\d/)
  const { admin } = await testServer()
  const { rows } = await admin.query(
    "select user_id, request_id is not null as asked from audit_log where store_id = $1 and action = 'store_made'",
    [made.id],
  )
  expect(rows).toEqual([{ user_id: own.userId, asked: true }])
  const statuses = async () =>
    (await sandbox.call(dataSources.list, { query: {} })).data
      .filter(({ type }) => type !== 'openapi')
      .map(({ status }) => status)
  await expect.poll(statuses, { timeout: 90_000, interval: 200 }).toEqual(['success', 'success'])
})

test('a person has one sandbox, also of two requests at once, and another after its deletion', async () => {
  const own = await newStore()
  const both = await Promise.all([own.try(stores.sandbox), own.try(stores.sandbox)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const { id } = both.find(({ status }) => status === 200)!.body
  expect((await own.try(stores.sandbox)).body.error).toBe('sandbox_exists')
  const sandbox = await openedBy(own, id)
  await sandbox.call(stores.delete, { params: idOf(id), body: { name: 'ร้านทดลอง' } })
  await own.call(stores.sandbox)
  const { body } = await own.try(stores.restore, { params: idOf(id) })
  expect((body as Partial<ErrorBody> | undefined)?.error).toBe('sandbox_exists')
})

test('a sandbox is refused to members, and makes nobody an owner who may open stores', async () => {
  const own = await newStore()
  const member = await own.member(['store.store.edit'])
  expect((await member.try(stores.sandbox)).body.error).toBe('stores_for_owners')
  await own.call(stores.sandbox)
  await own.call(stores.delete, { params: idOf(own.storeId), body: { name: 'ร้านทดสอบ' } })
  expect((await own.try(stores.create, { body: { name: 'ใหม่' } })).body.error).toBe('stores_for_owners')
})

test('a sandbox connects no LINE account and no Facebook page, and sends no broadcast', async () => {
  const own = await newStore()
  const sandbox = await openedBy(own, (await own.call(stores.sandbox)).id)
  const keys = { channel_id: '2001234567', channel_secret: 'a'.repeat(32) }
  const { id, updated_at: origin_time } = await sandbox.call(broadcasts.create, { body: {} })
  const refused = [
    await sandbox.try(lineOa.validateToken, { body: keys }),
    await sandbox.try(lineOa.create, { body: keys }),
    await sandbox.try(facebookSetting.connect, { body: { access_token: 'a'.repeat(30) } }),
    await sandbox.try(broadcasts.update, { body: { id, status: 'pending', origin_time } }),
    await sandbox.try(broadcasts.test, { params: idOf(id) }),
  ]
  expect(refused.map(({ status, body }) => [status, body.error])).toEqual(refused.map(() => [409, 'sandbox_store']))
})

test('a sandbox without a visit and a request for 30 days is deleted, and no other store', async () => {
  const own = await newStore()
  const { id } = await own.call(stores.sandbox)
  const sandbox = await openedBy(own, id)
  const key = await sandbox.call(apiKeys.create, { body: { name: 'เครื่องขาย', scopes: ['profile:read'] } })
  const { admin } = await testServer()
  const { pool } = await coreOf({ storeId: id })
  const old = "now() - interval '31 days'"
  const deleted = async () => {
    await pool.query('select auth.delete_silent_sandboxes()')
    const { rows } = await admin.query<{ gone: boolean }>(
      'select deleted_at is not null as gone from store where store_id = any($1) order by store_id = $2',
      [[own.storeId, id], id],
    )
    return rows.map(({ gone }) => gone)
  }
  await admin.query(`update store set created_at = ${old}, updated_at = ${old} where store_id = any($1)`, [
    [own.storeId, id],
  ])
  expect(await deleted()).toEqual([false, false])
  await admin.query(`update store_member set seen_at = ${old} where store_id = any($1)`, [[own.storeId, id]])
  await admin.query('update credential set last_used_at = now() where store_id = $1 and id = $2', [id, key.id])
  expect(await deleted()).toEqual([false, false])
  await admin.query(`update credential set last_used_at = ${old} where store_id = $1 and id = $2`, [id, key.id])
  expect(await deleted()).toEqual([false, true])
  expect((await sandbox.try(apiKeys.list, { query: {} })).status).toBe(401)
  // Its owner has time to open it.
  await own.call(stores.restore, { params: idOf(id) })
  expect(await deleted()).toEqual([false, false])
})
