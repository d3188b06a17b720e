import { dataSourceEvent } from '@ruam/contract/imports/run-notices.ts'
import type { Db } from '../../database/db.ts'
import { publish } from '../../push/publish.ts'
import type { RunRow } from './runs.ts'
import { viewRun } from './view.ts'

/** Publishes how far a run is, and where its data source stands, when the transaction commits. */
export async function publishRun(db: Db, storeId: number, run: RunRow): Promise<void> {
  const source = await db
    .selectFrom('data_source')
    .select(['status', 'version'])
    .where('store_id', '=', storeId)
    .where('id', '=', run.data_source_id)
    .executeTakeFirstOrThrow()
  const data = {
    datasource_id: run.data_source_id,
    status: source.status,
    run: viewRun(run, source.version, 'en'),
  }
  await publish(db, dataSourceEvent, { storeId, data })
}
