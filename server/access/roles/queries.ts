import { presetRoles, type RoleHome } from '@ruam/contract/access/preset-roles.ts'
import { type ExpressionBuilder, sql } from 'kysely'
import type pg from 'pg'
import { type Db, escapeLike, risenUpdatedAt } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import type { Tables } from '../../database/tables.ts'

const rolesOf = (db: Db, storeId: number) => db.selectFrom('role').where('role.store_id', '=', storeId)

const columns = (role: ExpressionBuilder<Tables, 'role'>) => [
  ...([
    'role.id',
    'role.name',
    'role.description',
    'role.permissions',
    'role.home',
    'role.preset',
    'role.updated_at',
  ] as const),
  role
    .selectFrom('store_member as m')
    .select(sql<number>`count(*)`.as('n'))
    .whereRef('m.store_id', '=', 'role.store_id')
    .whereRef('m.role_id', '=', 'role.id')
    .where('m.removed_at', 'is', null)
    .$asScalar()
    .as('members'),
  role
    .selectFrom('invitation as i')
    .select(sql<number>`count(*)`.as('n'))
    .whereRef('i.store_id', '=', 'role.store_id')
    .whereRef('i.role_id', '=', 'role.id')
    .where('i.status', '=', 'pending')
    .$asScalar()
    .as('invitations'),
  sql<{ id: number; first_name: string; last_name: string } | null>`(
    select jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
    from users u where u.id = role.updated_by)`.as('updated_by'),
]

/** The roles of a store in the order in which they were made: the presets first. A keyword is looked for in both languages. */
export async function listRoles(db: Db, storeId: number, q: { offset: number; limit: number; keyword?: string }) {
  let rows = rolesOf(db, storeId)
  const { keyword } = q
  if (keyword) {
    const word = keyword.toLowerCase()
    const presets = presetRoles.filter(({ title }) => `${title.th} ${title.en}`.toLowerCase().includes(word))
    rows = rows.where((role) =>
      role.or([
        sql<boolean>`name_key(role.name) like '%' || name_key(${escapeLike(keyword)}) || '%'`,
        role('role.name', 'in', ['', ...presets.map(({ name }) => name)]),
      ]),
    )
  }
  return pageRows(rows, q, (page) => page.select(columns).orderBy('role.id'))
}

export const findRole = (db: Db, storeId: number, id: number) =>
  rolesOf(db, storeId).select(columns).where('role.id', '=', id).executeTakeFirst()

/** Reads a role to be assigned. */
export const assignableRole = (db: Db, storeId: number, id: number) =>
  rolesOf(db, storeId).select(['role.id', 'role.name', 'role.permissions']).where('role.id', '=', id).executeTakeFirst()

/** True if a role has this name, ignoring case and Unicode form. */
export async function roleNameExists(db: Db, storeId: number, name: string): Promise<boolean> {
  const row = await rolesOf(db, storeId)
    .select('role.id')
    .where(sql<boolean>`name_key(role.name) = name_key(${name})`)
    .executeTakeFirst()
  return row !== undefined
}

interface RoleValues {
  name: string
  description: string
  permissions: string[]
  home: RoleHome
}

/** Throws on a name that is taken (index role_name). */
export async function insertRole(db: Db, storeId: number, userId: number, role: RoleValues): Promise<number> {
  const { id } = await db
    .insertInto('role')
    .values({ ...role, store_id: storeId, updated_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Saves a role if the caller has read its current version, and marks it as the store's own. Returns false otherwise. */
export async function updateRole(
  db: Db,
  storeId: number,
  userId: number,
  id: number,
  seen: string,
  change: Partial<RoleValues>,
): Promise<boolean> {
  const updated = await db
    .updateTable('role')
    .set({ ...change, preset: false, updated_by: userId, updated_at: risenUpdatedAt })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('updated_at', '=', sql<string>`${seen}::timestamptz`)
    .returning('id')
    .executeTakeFirst()
  return updated !== undefined
}

/** Deletes a role without members. */
export async function deleteRole(db: Db, storeId: number, id: number): Promise<void> {
  await db.deleteFrom('role').where('store_id', '=', storeId).where('id', '=', id).execute()
}

/** Adds this version's new permissions to preset roles that stores have not changed. Returns how many roles changed. */
export async function followPresets(pool: pg.Pool, presets = presetRoles): Promise<number> {
  const { rows } = await pool.query<{ changed: number }>('select auth.follow_presets($1) as changed', [
    JSON.stringify(presets.map(({ name, permissions, home }) => ({ name, permissions, home }))),
  ])
  return rows[0]!.changed
}

/** Moves members and invitations of a role to another one, under lockAccess. Returns the members. */
export async function moveHolders(db: Db, storeId: number, from: number, to: number): Promise<number[]> {
  const moved = await db
    .updateTable('store_member')
    .set({ role_id: to })
    .where('store_id', '=', storeId)
    .where('role_id', '=', from)
    .where('removed_at', 'is', null)
    .returning('user_id')
    .execute()
  await db
    .updateTable('invitation')
    .set({ role_id: to })
    .where('store_id', '=', storeId)
    .where('role_id', '=', from)
    .where('status', '=', 'pending')
    .execute()
  return moved.map(({ user_id }) => user_id)
}

/** Takes a role from those who have left and from invitations that were answered, so that it can be deleted. */
export async function releaseRole(db: Db, storeId: number, id: number): Promise<void> {
  await db
    .updateTable('store_member')
    .set({ role_id: null })
    .where('store_id', '=', storeId)
    .where('role_id', '=', id)
    .where('removed_at', 'is not', null)
    .execute()
  await db
    .updateTable('invitation')
    .set({ role_id: null })
    .where('store_id', '=', storeId)
    .where('role_id', '=', id)
    .where('status', '<>', 'pending')
    .execute()
}
