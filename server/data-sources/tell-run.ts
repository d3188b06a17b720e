import { runNotice } from '@ruam/contract/import-run.ts'
import type { Db } from '../core/db.ts'
import { tell } from '../notifications/tell.ts'
import type { RunRow } from './runs.ts'

type Ended = Pick<RunRow, 'kind' | 'status' | 'data_source_id' | 'added' | 'updated' | 'duplicated' | 'failed'>

/** Tells of the end of a real run, with the transaction that ends it. */
export async function tellRun(db: Db, storeId: number, run: Ended): Promise<void> {
  const { kind, status, data_source_id: datasource_id, added, updated, duplicated, failed } = run
  if (kind !== 'real' || status === 'pending' || status === 'processing') return
  await tell(db, storeId, runNotice, { ending: status, data: { datasource_id, added, updated, duplicated, failed } })
}
