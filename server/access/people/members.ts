import { OWNER } from '@ruam/contract/platform/permissions.ts'
import { sql } from 'kysely'
import { type Db, escapeLike } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'

/** Members of a store with their roles. */
export const membersOf = (db: Db, storeId: number) =>
  db
    .selectFrom('store_member as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('role as r', (join) => join.onRef('r.store_id', '=', 'm.store_id').onRef('r.id', '=', 'm.role_id'))
    .innerJoin('store as s', 's.store_id', 'm.store_id')
    .where('m.store_id', '=', storeId)
    .where('m.removed_at', 'is', null)

const columns = [
  'u.id',
  'u.first_name',
  'u.last_name',
  'u.email',
  sql<{ id: number; name: string }>`jsonb_build_object('id', s.store_id, 'name', s.name)`.as('store'),
  sql<{ id: number; name: string }>`jsonb_build_object('id', r.id, 'name', r.name)`.as('role'),
  'm.seen_at as last_seen_at',
  'm.created_at',
] as const

/** LIKE pattern of a word in names and e-mail addresses. */
export const pattern = (keyword: string) => `%${escapeLike(keyword.toLowerCase())}%`

/** Lists the members of a store, oldest first. */
export const listMembers = (db: Db, storeId: number, page: { offset: number; limit: number }) =>
  pageRows(membersOf(db, storeId), page, (rows) => rows.select(columns).orderBy('m.created_at').orderBy('u.id'))

export const findMember = (db: Db, storeId: number, userId: number) =>
  membersOf(db, storeId).select(columns).select('r.permissions').where('m.user_id', '=', userId).executeTakeFirst()

/** True if a member has this e-mail. */
export async function isMember(db: Db, storeId: number, email: string): Promise<boolean> {
  const found = membersOf(db, storeId).select('u.id').where(sql<boolean>`lower(u.email) = lower(${email})`)
  return (await found.executeTakeFirst()) !== undefined
}

/** True if the member is not an owner, or the store has another owner. */
const leavesAnOwner = (storeId: number, userId: number) => sql<boolean>`(
  not exists (select from role r where r.store_id = ${storeId} and r.id = store_member.role_id and r.name = ${OWNER})
  or exists (select from store_member o join role r on r.store_id = ${storeId} and r.id = o.role_id and r.name = ${OWNER}
    where o.store_id = ${storeId} and o.user_id <> ${userId} and o.removed_at is null))`

const oneMember = (db: Db, storeId: number, userId: number) =>
  db
    .updateTable('store_member')
    .where('store_id', '=', storeId)
    .where('user_id', '=', userId)
    .where('removed_at', 'is', null)

/** Changes a member's role, under lockAccess. Returns false if the store would have no owner left. */
export async function setRole(
  db: Db,
  storeId: number,
  userId: number,
  role: { id: number; name: string },
): Promise<boolean> {
  let member = oneMember(db, storeId, userId).set({ role_id: role.id })
  if (role.name !== OWNER) member = member.where(leavesAnOwner(storeId, userId))
  return (await member.executeTakeFirst()).numUpdatedRows > 0n
}

/** Active API keys and API tokens whose secret a member saw: those they made or rotated. */
export const memberKeysOf = (db: Db, storeId: number, userId: number) =>
  db
    .selectFrom('credential')
    .select(['id', 'name', 'kind'])
    .where('store_id', '=', storeId)
    .where((where) => where.or([where('created_by', '=', userId), where('rotated_by', '=', userId)]))
    .where('status', '=', 'active')
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('id')
    .execute()

/** Ends a membership, under lockAccess. Returns false if the store would have no owner left. The row stays, because history shows its name. */
export async function endMembership(db: Db, storeId: number, userId: number): Promise<boolean> {
  const ended = await oneMember(db, storeId, userId)
    .set({ removed_at: sql<string>`clock_timestamp()` })
    .where(leavesAnOwner(storeId, userId))
    .executeTakeFirst()
  return ended.numUpdatedRows > 0n
}
