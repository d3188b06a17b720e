import type { dataSources } from '@ruam/contract/data-sources.ts'
import type { FileSettings, fileTypes } from '@ruam/contract/files.ts'
import type { DataSourceStatus } from '@ruam/contract/status.ts'
import { type Db, isTaken } from '../core/db.ts'
import type { Core, Handlers } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { Refusal } from '../core/refusal.ts'
import { downloadOf } from '../files/download.ts'
import { type Head, readFileHead } from '../files/head.ts'
import { headerSignature } from '../files/header.ts'
import { askLoad } from '../files/loads.ts'
import { findFile, type StoredFile } from '../files/queries.ts'
import { inInstants } from '../stores/range-days.ts'
import { canonicalText } from '../values/thai.ts'
import { refuseSensitiveFile } from './hidden-columns.ts'
import { dataSourceOf } from './one.ts'
import {
  countTypes,
  deleteDataSource,
  findLatest,
  insertDataSource,
  listDataSources,
  nameExists,
  replaceFile,
  retryDataSource,
  setEnabled,
} from './queries.ts'
import { dropDryRuns, latestRuns } from './runs.ts'
import { importIdOf, viewDataSource, viewDetail, viewFile } from './view.ts'

interface UploadedFile {
  file_id: number
  file_type: (typeof fileTypes)[number]
  settings?: Partial<FileSettings>
}

/** Finds an uploaded file and reads its head as asked. Throws what a person can act on. */
async function uploaded(core: Core, db: Db, storeId: number, body: UploadedFile) {
  const file = await findFile(db, storeId, body.file_id)
  if (!file) throw new Refusal('not_found')
  if (file.type !== body.file_type) throw new Refusal('data_source_invalid', { fields: ['body.file_type'] })
  return { file, head: await readFileHead(core.storage, file, body.settings) }
}

/** Reads the whole file with the settings that its head was read with. A first row that looks like data is never taken for the header unasked. */
async function load(core: Core, db: Db, storeId: number, file: StoredFile, head: Head, asked?: Partial<FileSettings>) {
  if (head.header_unsure && asked?.header_row === undefined) throw new Refusal('header_unsure')
  return statusOf[await askLoad(core, db, storeId, file.id, head.settings)]
}

const statusOf = {
  waiting: 'waiting_for_load',
  loading: 'loading',
  loaded: 'ready_to_map',
} as const satisfies Record<string, DataSourceStatus>

/** The calls about a data source and its file. */
export const sourceCalls = {
  exists: async ({ db, storeId, query }) => ({ exists: await nameExists(db, storeId, canonicalText(query.name)) }),

  async validate({ core, db, storeId, body }) {
    const { file, head } = await uploaded(core, db, storeId, body)
    return {
      file_id: file.id,
      file_type: file.type,
      settings: head.settings,
      sheets: head.sheets,
      columns: head.header.map((name, place) => ({ id: String(place + 1), name })),
      sample: head.rows,
      first_rows: head.first_rows,
      header_unsure: head.header_unsure,
    }
  },

  async import({ core, db, storeId, body }) {
    const { file, head } = await uploaded(core, db, storeId, body)
    await load(core, db, storeId, file, head, body.settings)
    return { import_id: importIdOf(storeId, file.id) }
  },

  async create({ core, db, storeId, user, body, fail, audit }) {
    const { file, head } = await uploaded(core, db, storeId, body)
    const status = await load(core, db, storeId, file, head, body.settings)
    try {
      const values = { name: canonicalText(body.name), description: body.description, file_id: file.id, status }
      const { id } = await insertDataSource(db, storeId, user.id, values)
      await audit({ action: 'data_source_created', subject_type: 'data_source', subject_id: id })
      return { datasource_id: id }
    } catch (error) {
      if (isTaken(error, 'data_source_name')) throw fail('name_taken')
      if (isTaken(error, 'data_source_file')) throw fail('file_used')
      throw error
    }
  },

  async list({ db, storeId, query }) {
    const { data, total } = await listDataSources(db, storeId, await inInstants(db, storeId, query))
    return pageAnswer(query, data.map(viewDataSource), total)
  },

  async types({ db, storeId }) {
    const data = await countTypes(db, storeId)
    return { data, total: data.reduce((sum, { total }) => sum + total, 0) }
  },

  async latest({ db, storeId, user, language, fail }) {
    const source = await findLatest(db, storeId, user.id)
    if (!source) throw fail('no_latest_data_source')
    return viewDetail(source, storeId, await latestRuns(db, storeId, source.id), language)
  },

  async get({ db, storeId, params, language }) {
    const source = await dataSourceOf(db, storeId, params.id)
    return viewDetail(source, storeId, await latestRuns(db, storeId, params.id), language)
  },

  async delete({ db, storeId, params, fail, audit }) {
    if (!(await deleteDataSource(db, storeId, params.id))) {
      await dataSourceOf(db, storeId, params.id)
      throw fail('data_source_busy')
    }
    await dropDryRuns(db, storeId, params.id)
    await audit({ action: 'data_source_deleted', subject_type: 'data_source', subject_id: params.id })
  },

  async setEnabled({ db, storeId, params, body, fail, audit }) {
    if (!(await setEnabled(db, storeId, params.id, body.value))) throw fail('data_source_not_found')
    const action = body.value ? 'data_source_enabled' : 'data_source_disabled'
    await audit({ action, subject_type: 'data_source', subject_id: params.id })
  },

  async file({ db, storeId, params, language, fail }) {
    const file = viewFile(await dataSourceOf(db, storeId, params.id), storeId, language)
    if (!file) throw fail('not_found')
    return file
  },

  async downloadFile({ core, db, storeId, user, params, language, fail, audit }) {
    const source = await dataSourceOf(db, storeId, params.id)
    const file = source.file_id ? await findFile(db, storeId, source.file_id) : undefined
    if (!file) throw fail('not_found')
    await refuseSensitiveFile(db, storeId, user.rights, source, language)
    await audit({ action: 'data_source_file_downloaded', subject_type: 'data_source', subject_id: params.id })
    return downloadOf(core.storage, file)
  },

  async putFile({ core, db, storeId, params, body, fail, audit }) {
    const { file, head } = await uploaded(core, db, storeId, body)
    const status = await load(core, db, storeId, file, head, body.settings)
    try {
      const signature = headerSignature(head.header, head.settings.header_row)
      if (!(await replaceFile(db, storeId, params.id, { file_id: file.id, status, signature }))) {
        await dataSourceOf(db, storeId, params.id)
        throw fail('data_source_status')
      }
    } catch (error) {
      throw isTaken(error, 'data_source_file') ? fail('file_used') : error
    }
    await audit({ action: 'data_source_file_replaced', subject_type: 'data_source', subject_id: params.id })
  },

  async retryLoad({ core, db, storeId, params, body, fail }) {
    const source = await dataSourceOf(db, storeId, params.id)
    const file = source.file_id ? await findFile(db, storeId, source.file_id) : undefined
    if (!file) throw fail('not_found')
    if (source.status !== 'load_failed') throw fail('data_source_status')
    const asked = { ...file.settings, ...body.settings }
    const status = await load(core, db, storeId, file, await readFileHead(core.storage, file, asked), asked)
    if (!(await retryDataSource(db, storeId, params.id, status))) throw fail('data_source_status')
  },
} satisfies Partial<Handlers<typeof dataSources>>
