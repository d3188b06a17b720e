import { isToAll } from '@ruam/contract/broadcasts/to-all.ts'
import { hasRole, OWNER, type Rights } from '@ruam/contract/platform/permissions.ts'
import { ownersOf } from '../../access/roles/owners.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { BroadcastRow } from '../records/queries.ts'
import { settingsOf } from '../settings/queries.ts'

/** Person who reads or approves broadcasts. */
export interface Reader {
  id: number
  rights: Rights
}

type Asked = Pick<BroadcastRow, 'author_ids' | 'target'>

/** Returns why a person may not approve a broadcast, or undefined if they may. */
async function refusalOf(db: Db, storeId: number, { id, rights }: Reader, { author_ids, target }: Asked) {
  if (isToAll(target) && !hasRole(rights, OWNER)) return 'line_all_owner'
  if (!author_ids.includes(id)) return undefined
  // Otherwise a shop of one owner could never send it.
  const isAlone =
    isToAll(target) && !(await settingsOf(db, storeId)).approval && (await ownersOf(db, storeId)).length === 1
  return isAlone ? undefined : 'broadcast_own_approval'
}

export const mayApprove = async (db: Db, storeId: number, reader: Reader, asked: Asked): Promise<boolean> =>
  (await refusalOf(db, storeId, reader, asked)) === undefined

/** Throws if a person may not approve a broadcast: a part of it is theirs, or it needs an owner. */
export async function refuseApproval(db: Db, storeId: number, reader: Reader, asked: Asked): Promise<void> {
  const refused = await refusalOf(db, storeId, reader, asked)
  if (refused) throw new ApiError(refused)
}
