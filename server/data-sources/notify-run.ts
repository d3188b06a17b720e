import { runNotice } from '@ruam/contract/import-run.ts'
import type { Db } from '../core/db.ts'
import { notify } from '../notifications/notify.ts'
import type { RunRow } from './runs.ts'

type Ended = Pick<RunRow, 'kind' | 'status' | 'data_source_id' | 'added' | 'updated' | 'duplicated' | 'failed'>

/** Writes the notice of the end of a real run, with the transaction that ends it. */
export async function notifyRun(db: Db, storeId: number, run: Ended): Promise<void> {
  const { kind, status, data_source_id: datasource_id, added, updated, duplicated, failed } = run
  if (kind !== 'real' || status === 'pending' || status === 'processing') return
  await notify(db, storeId, runNotice, { ending: status, data: { datasource_id, added, updated, duplicated, failed } })
}
