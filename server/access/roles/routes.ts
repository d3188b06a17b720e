import { memberRoleNotice } from '@ruam/contract/access/people.ts'
import { canonicalRoleName } from '@ruam/contract/access/preset-roles.ts'
import { completeRights } from '@ruam/contract/access/right-needs.ts'
import { type Role, roleNotice, roles } from '@ruam/contract/access/roles.ts'
import { hasRole, OWNER } from '@ruam/contract/platform/permissions.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import { implement } from '../../http/implement.ts'
import { queueMail } from '../../mail/mails.ts'
import { notify } from '../../notifications/notify.ts'
import { type LockedAccess, lockAccess, refuseBeyond } from './access.ts'
import {
  assignableRole,
  deleteRole,
  findRole,
  insertRole,
  listRoles,
  moveHolders,
  releaseRole,
  roleNameExists,
  updateRole,
} from './queries.ts'
import { remainingWork } from './remaining-work.ts'

/** Permission to change and delete roles. */
const edit = 'store.role.edit'

export const roleRoutes = implement(roles, {
  async list({ db, storeId, params, query, fail }) {
    if (params.id !== storeId) throw fail('not_found')
    return pageOfRoles(db, storeId, query)
  },

  listOfSettings: ({ db, storeId, query }) => pageOfRoles(db, storeId, query),

  async create({ db, storeId, user, params, body, fail, audit }) {
    if (params.id !== storeId) throw fail('not_found')
    const { rights } = await lockAccess(db, storeId, user, 'store.role.create')
    const role = { ...body, name: readName(body.name), permissions: completeRights(body.permissions) }
    refuseBeyond(rights, role)
    const id = await insertRole(db, storeId, user.id, role)
    await audit('role', id, { permissions: role.permissions.length, permissions_after: role.permissions.join(',') })
    return (await findRole(db, storeId, id)) as Role
  },

  async get({ db, storeId, params, fail }) {
    const role = params.id === storeId ? await findRole(db, storeId, params.role_id) : undefined
    if (!role) throw fail('not_found')
    return role as Role
  },

  async update({ db, storeId, user, params, body: { origin_time, ...body }, fail, stale, audit }) {
    const id = params.role_id
    if (params.id !== storeId) throw fail('not_found')
    const held = await lockAccess(db, storeId, user, edit)
    const before = (await findRole(db, storeId, id)) as Role | undefined
    if (!before) throw fail('not_found')
    refuseFixed(held, before)
    const change = {
      ...(body.name !== undefined && { name: readName(body.name) }),
      ...(body.description !== undefined && { description: body.description }),
      ...(body.permissions && { permissions: completeRights(body.permissions) }),
      ...(body.home && { home: body.home }),
    }
    const after = { ...before, ...change }
    refuseBeyond(held.rights, after)
    if (isOwn(held, id) && !after.permissions.includes(edit)) throw fail('role_own_rights')
    if (!(await updateRole(db, storeId, user.id, id, origin_time, change))) throw stale(before)
    const counts = { permissions: after.permissions.length, members: before.members }
    const rights = {
      permissions_before: before.permissions.join(','),
      permissions_after: after.permissions.join(','),
      renamed: after.name !== before.name,
    }
    await audit('role', id, { ...counts, ...rights, ...(await remainingWork(db, storeId, { roleId: id })) })
    await notify(db, storeId, roleNotice, { ending: 'completed', data: { role_id: id, ...counts } })
    return (await findRole(db, storeId, id)) as Role
  },

  async delete({ core, db, storeId, user, params, query: { move_to }, fail, audit }) {
    const id = params.role_id
    if (params.id !== storeId) throw fail('not_found')
    const held = await lockAccess(db, storeId, user, 'store.role.delete')
    const role = (await findRole(db, storeId, id)) as Role | undefined
    const heir = move_to === undefined ? undefined : await assignableRole(db, storeId, move_to)
    if (!role || (move_to !== undefined && !heir)) throw fail('not_found')
    refuseFixed(held, role)
    if (isOwn(held, id)) throw fail('role_own_rights')
    const { members, invitations } = role
    const left = await remainingWork(db, storeId, { roleId: id })
    if (members + invitations > 0) {
      if (!heir || heir.id === id) throw fail('role_in_use', { members, ...(invitations > 0 && { invitations }) })
      refuseBeyond(held.rights, heir)
      for (const user_id of await moveHolders(db, storeId, id, heir.id)) {
        await queueMail(core, db, 'role_changed', { store_id: storeId, user_id })
        await notify(db, storeId, memberRoleNotice, { ending: 'completed', data: { user_id, role_id: heir.id } })
      }
    }
    await releaseRole(db, storeId, id)
    await deleteRole(db, storeId, id)
    const heldBefore = { members, permissions_before: role.permissions.join(',') }
    await audit('role', id, { ...heldBefore, move_to: members + invitations > 0 ? (move_to ?? null) : null, ...left })
  },

  async nameExists({ db, storeId, params }) {
    return { exists: await roleNameExists(db, storeId, readName(params.name)) }
  },
})

async function pageOfRoles(db: Db, storeId: number, query: { offset: number; limit: number; keyword?: string }) {
  const { data, total } = await listRoles(db, storeId, query)
  return pageAnswer(query, data as Role[], total)
}

const readName = (typed: string) => canonicalRoleName(canonicalText(typed))

/** True if the caller has this role and depends on it to edit roles. Owners do not. */
const isOwn = ({ roleId, rights }: LockedAccess, id: number) => roleId === id && !hasRole(rights, OWNER)

/** Throws role_owner_fixed, and role_beyond_rights for a role that holds more than the caller does. */
function refuseFixed({ rights }: LockedAccess, role: Pick<Role, 'name' | 'permissions'>): void {
  if (role.name === OWNER) throw new ApiError('role_owner_fixed')
  refuseBeyond(rights, role)
}
