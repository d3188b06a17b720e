import { profileFields } from '@ruam/contract/customers/profile-fields.ts'
import { expect, test } from 'vitest'
import { inStore } from '../database/db.ts'
import { newStore, testServer } from '../testing/store.testing.ts'

test('acts are written with actor, time and request, and can be neither changed nor deleted', async () => {
  const { core, admin } = await testServer()
  const store = await newStore()
  const { id } = await store.call(profileFields.create, {
    body: { field_name: 'tier', display_name: 'ระดับ', data_type: 'String' },
  })
  const { rows } = await admin.query("select * from audit_log where store_id = $1 and action <> 'sign_in'", [
    store.storeId,
  ])
  expect(rows).toEqual([
    expect.objectContaining({
      user_id: store.userId,
      action: 'profile_field_created',
      subject_type: 'profile_field',
      subject_id: String(id),
      details: {},
    }),
  ])
  expect(rows[0].request_id).toMatch(/^[0-9a-f-]{36}$/)
  for (const text of ['update audit_log set user_id = null', 'delete from audit_log', 'truncate audit_log']) {
    await expect(inStore(core.pool, store.storeId, (_, client) => client.query(text))).rejects.toMatchObject({
      code: '42501',
    })
  }
})

test('a call that is refused leaves no entry', async () => {
  const { admin } = await testServer()
  const store = await newStore()
  const body = { field_name: 'firstName', display_name: 'x', data_type: 'String' as const }
  expect((await store.try(profileFields.create, { body })).status).toBe(409)
  const { rows } = await admin.query("select from audit_log where store_id = $1 and action <> 'sign_in'", [
    store.storeId,
  ])
  expect(rows).toEqual([])
})
