import { dryRunNotice, runNotice } from '@ruam/contract/imports/run-notices.ts'
import type { Db } from '../../database/db.ts'
import { notify, recount } from '../../notifications/notify.ts'
import type { RunRow } from './runs.ts'

type Ended = Pick<
  RunRow,
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

/** Writes the notice of the end of a run, with the transaction that ends it: of a real one, and of a dry one that took long. */
export async function notifyRun(db: Db, storeId: number, run: Ended): Promise<void> {
  const { kind, status, data_source_id: datasource_id, added, updated, duplicated } = run
  // Rows that wait are no failures on any screen.
  const failed = run.failed - run.held
  if (kind === 'stream' || status === 'pending' || status === 'processing') return
  const data = { datasource_id, added, updated, duplicated, failed }
  if (kind === 'real') return notify(db, storeId, runNotice, { ending: status, data })
  if (status === 'cancel' || tookMs(run) < WAITED_MS) return
  await notify(db, storeId, dryRunNotice, { ending: status, data })
}

/** Brings the notice of an import up to date once failed rows were corrected. */
export const renotifyRun = (db: Db, storeId: number, run: Ended): Promise<void> => {
  const { data_source_id: datasource_id, added, updated, duplicated, failed, held } = run
  return recount(db, storeId, runNotice, { datasource_id }, { added, updated, duplicated, failed: failed - held })
}

const tookMs = ({ started_at, finished_at }: Pick<RunRow, 'started_at' | 'finished_at'>) =>
  Date.parse(finished_at ?? '') - Date.parse(started_at ?? '')
