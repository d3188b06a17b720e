import { ApiError } from '../../core/api-error.ts'
import type { Db } from '../../database/db.ts'
import { findDataSource } from './queries.ts'
import { findRequestedRun, findRun } from './runs.ts'

/** The data source that an address names. Throws data_source_not_found. */
export async function dataSourceOf(db: Db, storeId: number, id: number) {
  const source = await findDataSource(db, storeId, id)
  if (!source) throw new ApiError('data_source_not_found')
  return source
}

/** Also locks it until the caller's transaction ends: no other call changes or deletes it, or starts a run of it. */
export async function lockDataSourceRow(db: Db, storeId: number, id: number) {
  await lockDataSource(db, storeId, id)
  return dataSourceOf(db, storeId, id)
}

/** Keeps everybody else from changing a data source until the caller's transaction ends. */
export async function lockDataSource(db: Db, storeId: number, id: number): Promise<void> {
  const source = db.selectFrom('data_source').select('id').where('store_id', '=', storeId).where('id', '=', id)
  await source.forNoKeyUpdate().execute()
}

/** The data source and the run of it that an address names. Throws data_source_not_found, and not_found for the run. */
export async function runOf(db: Db, storeId: number, { id, run_id }: { id: number; run_id: string }) {
  const source = await dataSourceOf(db, storeId, id)
  const run = await findRun(db, storeId, id, run_id)
  if (!run) throw new ApiError('not_found')
  return { source, run }
}

/** The run that an address asks for (see RunQuery), which may be another one than it names. Throws as runOf. */
export async function requestedRun(
  db: Db,
  storeId: number,
  { id, run_id }: { id: number; run_id: string },
  { kind }: { kind?: 'dry' | undefined },
) {
  const source = await dataSourceOf(db, storeId, id)
  const run = await findRequestedRun(db, storeId, id, run_id, kind)
  if (!run) throw new ApiError('not_found')
  return { source, run }
}
