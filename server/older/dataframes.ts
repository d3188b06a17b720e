import type { RecordStatus } from '@ruam/contract/imports/status.ts'
import { olderDataFrames } from '@ruam/contract/older/dataframes.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { ApiError } from '../core/api-error.ts'
import { fieldsOf } from '../customers/fields/fields.ts'
import { maySeeSensitive } from '../customers/profiles/masking.ts'
import { pageAnswer } from '../database/page.ts'
import { findFile, type StoredFile } from '../formats/files/queries.ts'
import type { Context } from '../http/handler.ts'
import { covered, hiddenFrom, maskedColumnName } from '../imports/data-sources/hidden-columns.ts'
import { dataSourceOf } from '../imports/data-sources/one.ts'
import { sourceOfFile } from '../imports/data-sources/queries.ts'
import { totalOf } from '../imports/data-sources/runs.ts'
import { sourceCalls } from '../imports/data-sources/source-calls.ts'
import { readRawRows } from '../imports/run/raw-rows.ts'
import { recordsOfRun } from '../imports/run/run-calls.ts'
import { implementOlder } from './implement-older.ts'
import { runByNumber } from './runs.ts'

type Reader = Pick<Context<typeof olderDataFrames.get>, 'core' | 'db' | 'storeId' | 'user' | 'language'>

/** The file of a live data source. Throws not_found. */
async function fileWithSource({ db, storeId }: Pick<Reader, 'db' | 'storeId'>, id: number) {
  const [file, source] = [await findFile(db, storeId, id), await sourceOfFile(db, storeId, id)]
  if (!file || source === undefined) throw new ApiError('not_found')
  return { file, source }
}

function viewFile({ user }: Pick<Reader, 'user'>, file: StoredFile, datasource_id: number) {
  const nameOf = maySeeSensitive(user.rights) ? (name: string) => name : maskedColumnName
  const { id: file_id, name: file_name, size: file_size, type: file_type, settings, row_count } = file
  const columns = file.columns.map((name, place) => ({ id: String(place + 1), name: nameOf(name) }))
  return { file_id, datasource_id, file_name, file_size, file_type, settings, columns, row_count }
}

/** A file with a page of its rows; none until it is loaded. */
async function dataFrame(reader: Reader, file: StoredFile, source: number, query: { offset: number; limit: number }) {
  const { core, db, storeId, user, language } = reader
  const total = file.row_count ?? 0
  const length = Math.max(0, Math.min(rowsOf(query.limit, MAX_WIDE_PAGE_SIZE), total - query.offset))
  const numbers = Array.from({ length }, (_, index) => query.offset + index + 1)
  const hidden = await hiddenFrom(user, db, storeId, file, await fieldsOf(db, storeId, language))
  const rows = await readRawRows(core.storage, file, numbers)
  const data = numbers.map((row_no) => ({ row_no, values: covered(rows.get(row_no)?.cells ?? [], hidden) }))
  const page = pageAnswer({ ...query, sort_by: 'row_no' }, data, total, { most: MAX_WIDE_PAGE_SIZE })
  return { ...page, ...viewFile(reader, file, source) }
}

export const olderDataFrameRoutes = implementOlder(olderDataFrames, {
  import: sourceCalls.create,

  async get({ params: { id }, query, ...reader }) {
    const { file, source } = await fileWithSource(reader, id)
    return dataFrame(reader, file, source, query)
  },

  async ofDataSource({ params: { id }, query, ...reader }) {
    const { file_id } = await dataSourceOf(reader.db, reader.storeId, id)
    const file = file_id === null ? undefined : await findFile(reader.db, reader.storeId, file_id)
    if (!file) throw new ApiError('not_found')
    return dataFrame(reader, file, id, query)
  },

  async update({ params: { id }, body, ...context }) {
    const { source } = await fileWithSource(context, id)
    const settings = Object.keys(body.settings).length > 0 ? body.settings : undefined
    await sourceCalls.retryLoad({ ...context, params: { id: source }, body: { settings } })
    return viewFile(context, (await fileWithSource(context, id)).file, source)
  },

  ofRun: async ({ params: { id }, query, ...reader }) =>
    recordsOfRun(reader, await runByNumber(reader.db, reader.storeId, id), { ...query, group: undefined }),

  async statusOutput({ db, storeId, params: { id } }) {
    const run = await runByNumber(db, storeId, id)
    const sums: Record<RecordStatus, number> = {
      added: run.added,
      updated: run.updated,
      duplicated: run.duplicated,
      conflict: run.conflict + run.held,
      failed: totalOf(run, 'faulty'),
    }
    const data = Object.entries(sums).map(([status, total]) => ({ status: status as RecordStatus, total }))
    return { data, total: run.done }
  },
})
