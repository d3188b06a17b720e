import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { rightRequests } from '@ruam/contract/access/right-requests.ts'
import { notifications } from '@ruam/contract/notifications.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { type Member, newStore, type TestStore, testServer } from '../../testing/store.testing.ts'

let store: TestStore
let marketer: Member
beforeEach(async () => {
  store = await newStore()
  marketer = await store.member([...presetRoles.find(({ name }) => name === 'marketer')!.permissions])
})

const ask = async (...permissions: [Permission, ...Permission[]]) =>
  (await marketer.call(rightRequests.create, { body: { permissions } })).sent
const bell = async (who: Member) =>
  (await who.call(notifications.list, { query: {} })).data.filter(({ kind }) => kind === 'right_requested')

describe('a request for a right', () => {
  test('notifies every owner, names person and right, and leads to the role', async () => {
    const second = await store.member('owner')
    const manager = await store.member([...presetRoles.find(({ name }) => name === 'manager')!.permissions])
    expect(await ask('cdp-core.setting-line.create')).toEqual(['cdp-core.setting-line.create'])
    const [notice, ...more] = await bell(store)
    expect(more).toEqual([])
    expect(notice).toMatchObject({
      title: expect.stringMatching(/^\S.* ขอสิทธิ์ “บัญชี LINE OA: สร้าง”$/),
      leads_to: { screen: 'setting-role-permission-edit', param: 'roleId', id: expect.any(Number) },
    })
    expect([(await bell(second)).length, (await bell(manager)).length, (await bell(marketer)).length]).toEqual([
      1, 0, 0,
    ])
  })

  test('notifies once in 24 hours for each right, also when sent several times at once', async () => {
    const sent = await Promise.all([1, 2, 3].map(() => ask('cdp-core.privacy.manage', 'cdp-core.privacy.manage')))
    expect(sent.flat()).toEqual(['cdp-core.privacy.manage'])
    expect(await ask('cdp-core.setting-line.edit', 'cdp-core.privacy.manage')).toEqual(['cdp-core.setting-line.edit'])
    expect(await bell(store)).toHaveLength(2)
    const { admin } = await testServer()
    await admin.query("update right_request set asked_at = asked_at - interval '25 hours' where store_id = $1", [
      store.storeId,
    ])
    expect(await ask('cdp-core.privacy.manage')).toEqual(['cdp-core.privacy.manage'])
    expect(await bell(store)).toHaveLength(3)
  })

  test('leaves out a right that the member holds', async () => {
    expect(await ask('cdp-core.broadcast.create')).toEqual([])
    expect(await bell(store)).toEqual([])
  })
})
