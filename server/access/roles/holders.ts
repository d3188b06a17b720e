import type { Db } from '../../database/db.ts'

/** Moves members and invitations of a role to another one, under holdAccess. Returns the members. */
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
