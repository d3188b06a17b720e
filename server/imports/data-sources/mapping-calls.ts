import type { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { MAX_SERIES_LENGTH } from '@ruam/contract/imports/order-lines.ts'
import { findFile } from '../../formats/files/queries.ts'
import type { Handlers } from '../../http/implement.ts'
import { ensureSeries } from '../orders/series.ts'
import { fileOf } from './hidden-columns.ts'
import { checkMapping, markOwnMatchKeys, showMapping } from './mapping-step.ts'
import { dataSourceOf } from './one.ts'
import { findRemembered } from './queries.ts'
import { saveMapping } from './write-source.ts'

/** The calls about how the columns of a file feed the fields. */
export const mappingCalls = {
  async getMapping({ core, db, storeId, user, params, language, fail }) {
    const source = await dataSourceOf(db, storeId, params.id)
    if (source.row_count === null || source.columns === null || source.facts === null) throw fail('data_source_status')
    const { mapping, row_count, updated_at } = source
    const file = await findFile(db, storeId, source.file_id!)
    return showMapping(
      { db, storeId, user, language },
      {
        read: fileOf(source),
        rows: row_count,
        headerRow: source.settings?.header_row ?? 1,
        ...{ mapping, updated_at },
        ...(file && { sales: { storage: core.storage, file, series: source.name.slice(0, MAX_SERIES_LENGTH) } }),
        remembered: await findRemembered(db, storeId, params.id, source.header_signature),
      },
    )
  },

  async putMapping({ db, storeId, user, params, body: sent, language, fail, audit }) {
    const source = await dataSourceOf(db, storeId, params.id)
    if (source.row_count === null || source.columns === null) throw fail('data_source_status')
    const read = { read: fileOf(source), rows: source.row_count }
    const body = await checkMapping({ db, storeId, user, language }, read, sent)
    if (!(await saveMapping(db, storeId, params.id, body))) throw fail('data_source_status')
    await markOwnMatchKeys(db, storeId, body, language)
    if (body.lines) await ensureSeries(db, storeId, body.lines.series)
    await audit('data_source', params.id)
  },
} satisfies Partial<Handlers<typeof dataSources>>
