import { type AccountRow, findAccount } from '../../channels/accounts/queries.ts'
import type { Db } from '../../database/db.ts'

/** Returns a LINE account by its id, of whichever type. */
export async function accountById(db: Db, storeId: number, id: number): Promise<AccountRow | undefined> {
  return (await findAccount(db, storeId, 'lineOA', id)) ?? (await findAccount(db, storeId, 'lineModule', id))
}
