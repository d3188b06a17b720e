import { dryRunNotice, runNotice } from '@ruam/contract/imports/run-notices.ts'
import { sql } from 'kysely'
import type { Db } from '../../database/db.ts'
import { notify, recount } from '../../notifications/notify.ts'
import type { RunRow } from './runs.ts'

type Ended = Pick<
  RunRow,
  | 'id'
  | 'kind'
  | 'status'
  | 'data_source_id'
  | 'added'
  | 'updated'
  | 'duplicated'
  | 'failed'
  | 'held'
  | 'started_at'
  | 'finished_at'
>

/** The person who began a dry run that took less is still looking at it. */
const WAITED_MS = 10_000

/**
 * Writes the notice of the end of a run, with the transaction that ends it: of a real one, and of a dry one that took long. The run of a watch
 * has one only if it was completed with failed rows: another end is noticed with its file.
 */
export async function notifyRun(db: Db, storeId: number, run: Ended): Promise<void> {
  const { kind, status, data_source_id: datasource_id, added, updated, duplicated } = run
  // Rows that wait are no failures on any screen.
  const failed = run.failed - run.held
  if (kind === 'stream' || status === 'pending' || status === 'processing') return
  const hasFailedRows = kind === 'real' && status === 'completed' && failed > 0
  if (!hasFailedRows && (await isOfWatch(db, storeId, run))) return
  const data = { datasource_id, added, updated, duplicated, failed }
  if (kind === 'real') return notify(db, storeId, runNotice, { ending: status, data })
  if (status === 'cancel' || tookMs(run) < WAITED_MS) return
  await notify(db, storeId, dryRunNotice, { ending: status, data })
}

/** True if a watch started the run, and still follows it. */
async function isOfWatch(db: Db, storeId: number, { id, data_source_id }: Ended): Promise<boolean> {
  const { rows } = await sql`select from watch_file
    where store_id = ${storeId} and data_source_id = ${data_source_id} and status in ('trying', 'importing')
      and ${id}::bigint in (dry_run_id, run_id)`.execute(db)
  return rows.length > 0
}

/** Brings the notice of an import up to date once failed rows were corrected. */
export const renotifyRun = (db: Db, storeId: number, run: Ended): Promise<void> => {
  const { data_source_id: datasource_id, added, updated, duplicated, failed, held, finished_at: since } = run
  const counts = { added, updated, duplicated, failed: failed - held }
  return recount(db, storeId, runNotice, { about: { datasource_id }, since }, counts)
}

const tookMs = ({ started_at, finished_at }: Pick<RunRow, 'started_at' | 'finished_at'>) =>
  Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')
