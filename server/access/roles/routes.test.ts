import { readFileSync } from 'node:fs'
import { presetRoles } from '@ruam/contract/access/preset-roles.ts'
import { roles } from '@ruam/contract/access/roles.ts'
import { stores } from '@ruam/contract/access/stores.ts'
import { profiles } from '@ruam/contract/customers/profiles.ts'
import { OWNER, type Permission } from '@ruam/contract/platform/permissions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  errorOf,
  freshRole,
  madeRole,
  memberWith,
  permissionsOf,
  presetId,
  roleParams,
} from '../../testing/access/roles.testing.ts'
import { newStore, type TestStore, testServer } from '../../testing/store.testing.ts'
import { followPresets } from './queries.ts'

const migration = readFileSync(new URL('../../migrations/0360-role-homes.sql', import.meta.url), 'utf8')

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

const list = (query: Record<string, string> = {}) => store.call(roles.list, { params: ofStore(), query })
const ofStore = () => ({ id: String(store.storeId) })

/** A member with all permissions on roles, and these. */
const editor = (more: readonly Permission[] = []) =>
  store.member(['store.role.read', 'store.role.create', 'store.role.edit', 'store.role.delete', ...more])

describe('the roles of a store', () => {
  test('are listed with the presets first, and with the number of their members', async () => {
    const fresh = await newStore()
    const { data, total } = await fresh.call(roles.listOfSettings, { query: {} })
    expect([total, data.map(({ name }) => name)]).toEqual([presetRoles.length, presetRoles.map(({ name }) => name)])
    expect(data.map(({ preset, members }) => [preset, members])).toEqual([
      [true, 1],
      ...presetRoles.slice(1).map(() => [true, 0]),
    ])
  })

  test('are found by the words of either language', async () => {
    const names = async (keyword: string) => (await list({ keyword })).data.map(({ name }) => name)
    expect([await names('ผู้จัดการ'), await names('Manag')]).toEqual([['manager'], ['manager']])
  })

  test('show who changed one last, and when', async () => {
    const role = await madeRole(store, ['cdp-core.profile.read'])
    const seen = await store.call(roles.get, { params: roleParams(store, role.id) })
    expect(seen).toEqual(role)
    expect(seen.updated_by).toMatchObject({ id: store.userId, first_name: 'สมชาย' })
  })

  test('roles of another store are not found', async () => {
    const other = await newStore()
    expect((await store.try(roles.list, { params: { id: String(other.storeId) }, query: {} })).status).toBe(404)
  })
})

describe('a name', () => {
  const exists = async (name: string) => (await store.call(roles.nameExists, { params: { name } })).exists

  test('is reported as taken in any spelling, and a preset’s in both languages', async () => {
    const { name } = await madeRole(store, [])
    const asked = [name, ` ${name} `, 'Manager', 'MANAGER', 'ผู้จัดการ', 'พนักงานหน้าร้าน', 'ชื่อที่ไม่มีใครใช้']
    expect(await Promise.all(asked.map(exists))).toEqual([true, true, true, true, true, true, false])
  })

  test.each(['owner', 'Owner', 'เจ้าของร้าน', 'ดูอย่างเดียว'])('%s is taken', async (name) => {
    const made = await store.try(roles.create, { params: ofStore(), body: { name, permissions: [] } })
    expect([made.status, made.body.error]).toEqual([409, 'name_taken'])
  })

  test('is taken once when two members create it at the same time', async () => {
    const name = freshRole()
    const made = await Promise.all(
      [1, 2, 3].map(() => store.try(roles.create, { params: ofStore(), body: { name, permissions: [] } })),
    )
    expect(made.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })
})

describe('an edit', () => {
  test('applies to every member with the role at their next request', async () => {
    const role = await madeRole(store, ['cdp-core.profile.read'])
    const member = await memberWith(store, role.id)
    await member.call(profiles.list, { query: {} })
    const body = { permissions: ['cdp-core.label.read' as const], origin_time: role.updated_at }
    await store.call(roles.update, { params: roleParams(store, role.id), body })
    expect((await member.try(profiles.list, { query: {} })).body.error).toBe('forbidden')
    expect(await permissionsOf(store, member)).toEqual(['cdp-core.label.read'])
  })

  test('keeps properties that it does not name', async () => {
    const role = await madeRole(store, ['cdp-core.profile.read'])
    const body = { description: 'ดูแลหน้าร้าน', origin_time: role.updated_at }
    const { name, description, permissions } = await store.call(roles.update, {
      params: roleParams(store, role.id),
      body,
    })
    expect({ name, description, permissions }).toEqual({
      name: role.name,
      description: 'ดูแลหน้าร้าน',
      permissions: ['cdp-core.profile.read'],
    })
  })

  test('one of two changes over the same version is saved, and the other gets the current one', async () => {
    const role = await madeRole(store, [])
    const edits = await Promise.all(
      ['ก', 'ข', 'ค'].map((description) =>
        store.try(roles.update, {
          params: roleParams(store, role.id),
          body: { description, origin_time: role.updated_at },
        }),
      ),
    )
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const saved = edits.find(({ status }) => status === 200)!.body
    const refused = edits.find(({ status }) => status === 409)!.body
    expect(refused.details?.current).toMatchObject({ description: saved.description })
  })

  test('makes a preset the store’s own', async () => {
    const own = await newStore()
    const id = await presetId(own, 'viewer')
    const before = await own.call(roles.get, { params: roleParams(own, id) })
    const body = { permissions: [...before.permissions, 'cdp-core.online-log.read' as const] as Permission[] }
    const after = await own.call(roles.update, {
      params: roleParams(own, id),
      body: { ...body, origin_time: before.updated_at },
    })
    expect([before.preset, after.preset, after.name]).toEqual([true, false, 'viewer'])
  })

  test('changing or deleting the owner’s role is refused, for owners too', async () => {
    const id = await presetId(store, OWNER)
    const params = roleParams(store, id)
    const { updated_at: origin_time } = await store.call(roles.get, { params })
    const edited = await store.try(roles.update, { params, body: { permissions: [], origin_time } })
    const deleted = await store.try(roles.delete, { params, query: {} })
    expect([errorOf(edited), errorOf(deleted)]).toEqual(['role_owner_fixed', 'role_owner_fixed'])
  })

  test('that would end one’s own right to edit roles is refused', async () => {
    const role = await madeRole(store, ['store.role.edit', 'store.role.delete'])
    const member = await memberWith(store, role.id)
    const params = roleParams(store, role.id)
    const body = { permissions: [], origin_time: role.updated_at }
    const edited = await member.try(roles.update, { params, body })
    const move_to = String((await madeRole(store, [])).id)
    const deleted = await member.try(roles.delete, { params, query: { move_to } })
    expect([errorOf(edited), errorOf(deleted)]).toEqual(['role_own_rights', 'role_own_rights'])
    expect((await store.call(roles.get, { params })).permissions).toContain('store.role.edit')
  })

  test('with a permission that does not exist is refused', async () => {
    const body = { name: freshRole(), permissions: ['cdp-core.everything.do' as Permission] }
    expect((await store.try(roles.create, { params: ofStore(), body })).status).toBe(400)
  })
})

describe('a deletion', () => {
  test('deleting a role with members or invitations asks for their next role', async () => {
    const [role, heir] = [
      await madeRole(store, ['cdp-core.profile.read']),
      await madeRole(store, ['cdp-core.label.read']),
    ]
    const member = await memberWith(store, role.id)
    const params = roleParams(store, role.id)
    const refused = await store.try(roles.delete, { params, query: {} })
    expect(refused).toMatchObject({ status: 409, body: { error: 'role_in_use', details: { members: 1 } } })
    const itself = await store.try(roles.delete, { params, query: { move_to: String(role.id) } })
    expect(errorOf(itself)).toBe('role_in_use')
    await store.call(roles.delete, { params, query: { move_to: String(heir.id) } })
    expect(await permissionsOf(store, member)).toEqual(['cdp-core.label.read'])
    expect((await store.try(roles.get, { params })).status).toBe(404)
  })

  test('deleting a role of former members succeeds and keeps their names', async () => {
    const { admin } = await testServer()
    const role = await madeRole(store, [])
    const member = await memberWith(store, role.id)
    await admin.query('update store_member set removed_at = now() where store_id = $1 and user_id = $2', [
      store.storeId,
      member.userId,
    ])
    await store.call(roles.delete, { params: roleParams(store, role.id), query: {} })
    const { rows } = await admin.query('select role_id from store_member where user_id = $1', [member.userId])
    expect(rows).toEqual([{ role_id: null }])
  })

  test('is serialized with a concurrent edit of the same role', async () => {
    const role = await madeRole(store, [])
    const params = roleParams(store, role.id)
    const body = { description: 'ใหม่', origin_time: role.updated_at }
    const [edited, deleted] = await Promise.all([
      store.try(roles.update, { params, body }),
      store.try(roles.delete, { params, query: {} }),
    ])
    expect([[200, 404], [204]]).toEqual([expect.arrayContaining([edited.status]), [deleted.status]])
  })
})

test('a role gets what its permissions need, when it is made and when it is changed', async () => {
  const made = await madeRole(store, ['cdp-core.profile.merge'])
  expect(made.permissions.toSorted()).toEqual([
    'cdp-core.profile.edit',
    'cdp-core.profile.merge',
    'cdp-core.profile.read',
  ])
  const body = { permissions: ['cdp-core.label.edit' as const], origin_time: made.updated_at }
  const changed = await store.call(roles.update, { params: roleParams(store, made.id), body })
  expect(changed.permissions.toSorted()).toEqual(['cdp-core.label.edit', 'cdp-core.label.read'])
})

describe('a member cannot create, change or delete a role beyond their own permissions', () => {
  const more = ['cdp-core.profile.read', 'cdp-core.privacy.manage'] as const
  const beyond = { status: 403, body: { error: 'role_beyond_rights' } }

  test('by adding permissions, or by removing them from others', async () => {
    const member = await editor(['cdp-core.profile.read'])
    const role = await madeRole(store, more)
    const params = roleParams(store, role.id)
    const made = await member.try(roles.create, {
      params: ofStore(),
      body: { name: freshRole(), permissions: [...more] },
    })
    const lacked = ['cdp-core.privacy.manage', 'cdp-core.privacy.read']
    expect(made).toMatchObject({ ...beyond, body: { details: { permissions: expect.arrayContaining(lacked) } } })
    const origin_time = role.updated_at
    expect(await member.try(roles.update, { params, body: { permissions: [], origin_time } })).toMatchObject(beyond)
    expect(await member.try(roles.delete, { params, query: {} })).toMatchObject(beyond)
  })

  test('by moving its members to a stronger role', async () => {
    const member = await editor()
    const [role, strong] = [await madeRole(store, []), await madeRole(store, more)]
    await memberWith(store, role.id)
    const query = { move_to: String(strong.id) }
    expect(await member.try(roles.delete, { params: roleParams(store, role.id), query })).toMatchObject(beyond)
    const owners = { move_to: String(await presetId(store, OWNER)) }
    expect(await member.try(roles.delete, { params: roleParams(store, role.id), query: owners })).toMatchObject(beyond)
  })

  test('while their own permissions are being removed', async () => {
    const own = await madeRole(store, ['store.role.create', 'cdp-core.profile.read'])
    const member = await memberWith(store, own.id)
    const wished = ['cdp-core.profile.read' as const]
    const [made] = await Promise.all([
      member.try(roles.create, { params: ofStore(), body: { name: freshRole(), permissions: wished } }),
      store.call(roles.update, {
        params: roleParams(store, own.id),
        body: { permissions: ['store.role.create'], origin_time: own.updated_at },
      }),
    ])
    const after = await member.try(roles.create, {
      params: ofStore(),
      body: { name: freshRole(), permissions: wished },
    })
    expect([200, 403]).toContain(made.status)
    expect(after).toMatchObject(beyond)
  })
})

describe('when a later version brings a permission', () => {
  const later = presetRoles.map((role) =>
    role.name === 'viewer'
      ? { ...role, permissions: [...role.permissions, 'cdp-core.later.read' as Permission] }
      : role,
  )
  const viewerOf = async (one: TestStore) =>
    (await one.call(roles.get, { params: roleParams(one, await presetId(one, 'viewer')) })).permissions

  test('presets gain it, unless the store has changed them', async () => {
    const { core } = await testServer()
    const [plain, changed] = [await newStore(), await newStore()]
    const params = roleParams(changed, await presetId(changed, 'viewer'))
    const { updated_at: origin_time } = await changed.call(roles.get, { params })
    await changed.call(roles.update, { params, body: { description: 'ของร้านเรา', origin_time } })
    expect(await followPresets(core.pool, later)).toBeGreaterThan(0)
    expect(
      [await viewerOf(plain), await viewerOf(changed)].map((held) => held.includes('cdp-core.later.read')),
    ).toEqual([true, false])
    expect(await followPresets(core.pool, later)).toBe(0)
  })

  test('an older server that starts next to a newer one removes no permissions', async () => {
    const { core } = await testServer()
    const own = await newStore()
    await followPresets(core.pool, later)
    await followPresets(core.pool)
    expect(await viewerOf(own)).toContain('cdp-core.later.read')
  })
})

describe('the first screen of a role', () => {
  const staffOf = async (one: TestStore) =>
    one.call(roles.get, { params: roleParams(one, await presetId(one, 'service staff')) })

  test('is the counter for service staff of a new store, and follows the role at once', async () => {
    const own = await newStore()
    const staff = await staffOf(own)
    expect([staff.home, staff.permissions.includes('cdp-core.dashboard.read')]).toEqual(['counter', false])
    const member = await memberWith(own, staff.id)
    const params = { id: String(own.storeId) }
    expect((await member.call(stores.get, { params })).home).toBe('counter')
    const body = { home: 'customers', origin_time: staff.updated_at } as const
    await own.call(roles.update, { params: roleParams(own, staff.id), body })
    expect((await member.call(stores.rights, { params })).home).toBe('customers')
    expect((await own.call(stores.rights, { params })).home).toBe('overview')
  })

  test('becomes the counter with the update where nobody changed the preset', async () => {
    const { admin, core } = await testServer()
    const [plain, changed] = [await newStore(), await newStore()]
    const former = "home = 'overview', permissions = permissions || '{cdp-core.dashboard.read}'"
    await admin.query(`update role set ${former} where store_id = any($1) and name = 'service staff'`, [
      [plain.storeId, changed.storeId],
    ])
    const edited = await staffOf(changed)
    const body = { description: 'ของร้านเรา', origin_time: edited.updated_at }
    await changed.call(roles.update, { params: roleParams(changed, edited.id), body })
    await admin.query(/^update role set home[^;]*/m.exec(migration)![0])
    // Starts a server of the former version beside it.
    const older = presetRoles.map(({ name, permissions }) => ({
      name,
      permissions: [...permissions, 'cdp-core.dashboard.read'],
    }))
    await core.pool.query('select auth.follow_presets($1)', [JSON.stringify(older)])
    const homes = [await staffOf(plain), await staffOf(changed)]
    expect(homes.map(({ home, permissions }) => [home, permissions.includes('cdp-core.dashboard.read')])).toEqual([
      ['counter', false],
      ['overview', true],
    ])
  })
})
