import { ApiError } from '../../core/api-error.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import { lockRules } from '../../customers/membership/lock-rules.ts'
import { revalidateRules } from '../../customers/membership/revalidate.ts'
import { ruleUsers } from '../../customers/views/rule-users.ts'
import type { Db } from '../../database/db.ts'
import type { Caller } from '../../http/authorize.ts'
import type { Core } from '../../servers/core.ts'
import { dataSourceOf, lockDataSource } from './one.ts'
import { dropDryRuns } from './run-states.ts'
import { deleteDataSource, discardSourceFiles } from './write-source.ts'

interface Deleter {
  core: Core
  db: Db
  storeId: number
  user: Caller
}

/** Deletes a data source. Throws if rules use it and the caller has not confirmed, or if a job works on it or waits for it. */
export async function deleteSource(
  { core, db, storeId, user }: Deleter,
  id: number,
  confirmed: boolean,
): Promise<void> {
  await lockRules(db, storeId)
  const key = dependency.source(id)
  const users = await ruleUsers(db, storeId, user.id, key)
  if (!confirmed && users.segments.length + users.views.length + users.hidden_views > 0) {
    await dataSourceOf(db, storeId, id)
    throw new ApiError('data_source_in_use', { ...users })
  }
  // Items that are being stored come first.
  await lockDataSource(db, storeId, id)
  const { type, origin } = await dataSourceOf(db, storeId, id)
  if (origin === 'program') throw new ApiError('source_of_program')
  if (!(await deleteDataSource(db, storeId, id))) throw new ApiError('data_source_busy')
  await dropDryRuns(db, storeId, id)
  await core.jobs.enqueue(db, 'file-remove', { keys: await discardSourceFiles(db, storeId, id) })
  await revalidateRules(core, db, storeId, [key])
  // The ingester ends its stream, and removes its connector.
  if (type === 'openapi') await core.jobs.enqueue(db, 'ingest', { store_id: storeId }, { once: true })
}
