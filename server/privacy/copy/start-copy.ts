import type { Principal } from '../../core/principal.ts'
import type { Db } from '../../database/db.ts'
import { startJob } from '../../jobs/start.ts'
import type { Core } from '../../servers/core.ts'
import type { CopyRequest } from './make-copy.ts'

/** Starts the job that makes the copy of a request, in place of a former one. Returns the job. */
export async function startCopy(
  core: Pick<Core, 'jobs'>,
  db: Db,
  storeId: number,
  user: Principal,
  request: CopyRequest,
): Promise<number> {
  const job_id = await startJob(core, db, storeId, user, { kind: 'privacy_copy', request })
  const empty = { json_key: null, html_key: null, bytes: null, hidden: null, made_at: null, expires_at: null }
  await db
    .insertInto('privacy_copy')
    .values({ store_id: storeId, request_id: request.request, job_id, ...empty })
    .onConflict((on) => on.columns(['store_id', 'request_id']).doUpdateSet({ job_id }))
    .execute()
  return job_id
}

/** Returns the files of a copy; undefined until it is made. */
export async function findCopy(db: Db, storeId: number, requestId: number) {
  const row = await db
    .selectFrom('privacy_copy')
    .select(['json_key', 'html_key'])
    .where('store_id', '=', storeId)
    .where('request_id', '=', requestId)
    .where('made_at', 'is not', null)
    .executeTakeFirst()
  return row && { json: row.json_key!, html: row.html_key! }
}
