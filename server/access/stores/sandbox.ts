import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import type { Core } from '../../servers/core.ts'

/** Makes a new store the sandbox of its owner, and starts its sample data. Violates `store_sandbox` if the owner has one. */
export async function beginSandbox({ jobs }: Pick<Core, 'jobs'>, db: Db, storeId: number, userId: number) {
  await sql`select auth.make_sandbox(${storeId}, ${userId})`.execute(db)
  await jobs.enqueue(db, 'sample-store', { store_id: storeId, user_id: userId })
}

/** True for a sandbox, from which nothing reaches real people or systems. */
export async function isSandbox(db: Db, storeId: number): Promise<boolean> {
  const store = db.selectFrom('store').select('sandbox_of').where('store_id', '=', storeId)
  return (await store.executeTakeFirstOrThrow()).sandbox_of !== null
}

/** Throws sandbox_store in a sandbox. */
export async function refuseInSandbox(db: Db, storeId: number): Promise<void> {
  if (await isSandbox(db, storeId)) throw new ApiError('sandbox_store')
}
