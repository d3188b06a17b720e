import { z } from 'zod'
import {
  Description,
  Exists,
  Id,
  IdText,
  Keyword,
  Name,
  Page,
  pageOf,
  Text,
  Time,
  TimeText,
} from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { notice } from '../platform/notice.ts'
import { permissions } from '../platform/permissions.ts'
import { roleHomes } from './preset-roles.ts'

const Home = z.enum(roleHomes)
const Permissions = z.array(z.enum(permissions)).max(permissions.length)

export const Role = z.object({
  id: Id,
  /** As it is kept: a preset's is English, and a screen shows its title (contract/access/preset-roles.ts). */
  name: z.string(),
  description: z.string(),
  permissions: z.array(z.string()),
  /** First screen of its people. */
  home: Home,
  /** As every store starts with it: it takes the permissions that later versions bring until the store has changed it. */
  preset: z.boolean(),
  /** Members with the role, and invitations to it, expired ones included. */
  members: z.int(),
  invitations: z.int(),
  updated_at: Time,
  /** Null if unchanged since the store was created. */
  updated_by: z.object({ id: Id, first_name: z.string(), last_name: z.string() }).nullable(),
})
export type Role = z.infer<typeof Role>

const ofStore = z.strictObject({ id: IdText })
const oneOfStore = z.strictObject({ id: IdText, role_id: IdText })
const RolePage = Page.extend({ keyword: Keyword.optional() })
const read = 'store.role.read'
const beyond = 'role_beyond_rights'

/** Permissions of a role were changed. */
export const roleNotice = notice({
  kind: 'role_changed',
  topic: 'people',
  readBy: read,
  leadsTo: { screen: 'setting-role-permission-edit', param: 'roleId', id: 'role_id' },
  data: ['role_id', 'permissions', 'members'],
  names: { name: ['role', 'role_id'] },
  says: {
    completed: {
      title: { th: 'แก้ไขบทบาท {name} แล้ว', en: 'The role {name} was changed' },
      text: { th: 'สิทธิ์ {permissions} ข้อ · ผู้ใช้ {members} คน', en: 'permissions: {permissions} · people: {members}' },
    },
  },
})

/** Roles of a store. Creating, changing or deleting a role requires all of its permissions. */
export const roles = feature({
  list: {
    method: 'GET',
    path: '/stores/{id}/roles',
    summary: ['อ่านรายการบทบาทของร้าน', 'List the roles of a store'],
    permission: read,
    params: ofStore,
    query: RolePage,
    response: pageOf(Role),
  },
  /** The same. */
  listOfSettings: {
    method: 'GET',
    path: '/roles',
    summary: ['อ่านรายการบทบาทสำหรับหน้าตั้งค่า', 'List roles for the settings'],
    permission: read,
    query: RolePage,
    response: pageOf(Role),
  },
  create: {
    method: 'POST',
    path: '/stores/{id}/roles',
    summary: ['สร้างบทบาท', 'Create a role'],
    permission: 'store.role.create',
    audit: 'role_created',
    params: ofStore,
    body: z.strictObject({
      name: Name,
      description: Description.default(''),
      permissions: Permissions,
      home: Home.default('overview'),
    }),
    response: Role,
    errors: ['name_taken', beyond],
  },
  get: {
    method: 'GET',
    path: '/stores/{id}/roles/{role_id}',
    summary: ['อ่านบทบาท', 'Read a role'],
    permission: read,
    params: oneOfStore,
    response: Role,
  },
  /** Saves what is given and leaves the rest. The owner's role is fixed. */
  update: {
    method: 'PATCH',
    path: '/stores/v2/{id}/roles/{role_id}',
    summary: ['แก้ไขบทบาท', 'Change a role'],
    permission: 'store.role.edit',
    audit: 'role_changed',
    params: oneOfStore,
    body: z.strictObject({
      name: Name.optional(),
      description: Description.optional(),
      permissions: Permissions.optional(),
      home: Home.optional(),
      /** updated_at as it was read. */
      origin_time: TimeText,
    }),
    response: Role,
    stale: Role,
    errors: ['name_taken', beyond, 'role_owner_fixed', 'role_own_rights'],
  },
  /** Its people, and those who are invited to it, get the role `move_to`. */
  delete: {
    method: 'DELETE',
    path: '/stores/{id}/roles/{role_id}',
    summary: ['ลบบทบาท', 'Delete a role'],
    permission: 'store.role.delete',
    audit: 'role_deleted',
    params: oneOfStore,
    query: z.strictObject({ move_to: IdText.optional() }),
    errors: ['role_in_use', beyond, 'role_owner_fixed', 'role_own_rights'],
  },
  nameExists: {
    method: 'GET',
    path: '/stores/v2/roles/validate/name/{name}',
    summary: ['ตรวจว่ามีชื่อบทบาทนี้แล้วหรือไม่', 'Check if a role name is taken'],
    permission: read,
    params: z.strictObject({ name: Text(1000) }),
    response: Exists,
  },
})
