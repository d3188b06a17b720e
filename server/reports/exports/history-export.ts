import type { exports } from '@ruam/contract/reports/exports.ts'
import type { Context } from '../../http/handler.ts'
import { findRunAsked } from '../../imports/data-sources/runs.ts'
import type { NewFile } from './begin.ts'

type Asking = Pick<Context<typeof exports.previewHistory>, 'db' | 'storeId' | 'body' | 'language' | 'fail'>

/** Validates a requested export of a run's rows. Throws not_found. */
export async function readHistoryExport({ db, storeId, body, language, fail }: Asking): Promise<NewFile> {
  const { datasource_id, run_id, status, file_type } = body
  const source = await db
    .selectFrom('data_source')
    .select('name')
    .where('store_id', '=', storeId)
    .where('id', '=', datasource_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  const run = source && (await findRunAsked(db, storeId, datasource_id, run_id))
  if (!run) throw fail('not_found')
  return {
    request: { type: 'preview_history', file_type, language, run: { id: run.id, status } },
    rights: ['cdp-core.datasource.read'],
    what: source.name,
  }
}
