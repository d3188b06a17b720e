import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'
import { isComposed } from '../records/kind.ts'
import { type BroadcastRow, findBroadcast, lockBroadcast } from '../records/queries.ts'
import type { Reader } from './may-approve.ts'
import { viewBroadcast } from './view.ts'

/** Returns a broadcast. Throws not_found. */
export async function existing(db: Db, storeId: number, id: number): Promise<BroadcastRow> {
  const row = await findBroadcast(db, storeId, id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** Locks a broadcast and returns it. Throws not_found. */
export async function locked(db: Db, storeId: number, id: number): Promise<BroadcastRow> {
  const row = await lockBroadcast(db, storeId, id)
  if (!row || !isComposed(row)) throw new ApiError('not_found')
  return row
}

/** Returns a broadcast as a reader sees it. */
export const answerOf = async (core: Pick<Core, 'config'>, db: Db, storeId: number, reader: Reader, id: number) =>
  viewBroadcast(core.config, db, storeId, reader, await existing(db, storeId, id))
