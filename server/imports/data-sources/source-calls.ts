import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { FileSettings, fileTypes } from '@ruam/contract/formats/files.ts'
import type { dataSources } from '@ruam/contract/imports/data-sources.ts'
import type { DataSourceStatus } from '@ruam/contract/imports/status.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { ApiError } from '../../core/api-error.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { maySeeSensitive } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { type Head, readFileHead } from '../../formats/files/head.ts'
import { headerSignature } from '../../formats/files/header.ts'
import { requestLoad } from '../../formats/files/loads.ts'
import { factsOf, newColumn, noteCell } from '../../formats/files/note-cells.ts'
import { findFile, kindOf, type StoredFile } from '../../formats/files/queries.ts'
import { canonicalText } from '../../formats/values/thai.ts'
import type { Caller } from '../../http/authorize.ts'
import type { Handlers } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { deleteSource } from './delete-source.ts'
import { covered, hiddenFrom, maskedColumnName, mayNotSee } from './hidden-columns.ts'
import { dataSourceOf } from './one.ts'
import { countActivityTypes, findLatest, isOwnedFile, listDataSources, nameExists } from './queries.ts'
import { latestRuns } from './runs.ts'
import { sendFile } from './send-file.ts'
import { importIdOf, viewDataSource, viewDetail, viewFile } from './view.ts'
import { insertDataSource, replaceFile, retryDataSource, setEnabled } from './write-source.ts'

interface UploadedFile {
  file_id: number
  file_type: (typeof fileTypes)[number]
  settings?: Partial<FileSettings>
}

interface Reader {
  core: Core
  db: Db
  storeId: number
  user: Caller
}

/**
 * Finds an uploaded file. Until it is a data source it exists only for its uploader. `reading`: only to look at its first rows, which is
 * allowed to a caller who may see everything in it.
 */
async function findUploaded({ db, storeId, user }: Reader, body: UploadedFile, reading: boolean): Promise<StoredFile> {
  const file = await findFile(db, storeId, body.file_id)
  const own = file?.created_by === user.id
  if (!file || !(own || (await isOwnedFile(db, storeId, file.id)))) throw new ApiError('not_found')
  if (!own && !reading) throw new ApiError('file_used')
  // A caller who says where the header is can have any row answered as names of columns.
  if (!own && !maySeeSensitive(user.rights)) throw mayNotSee()
  if (file.type !== body.file_type) throw new ApiError('data_source_invalid', { fields: ['body.file_type'] })
  return file
}

/** Finds an uploaded file and reads its head as asked. Throws what a person can act on. */
async function uploaded(reader: Reader, body: UploadedFile, reading = false) {
  const file = await findUploaded(reader, body, reading)
  return { file, head: await readFileHead(reader.core.storage, file, body.settings) }
}

/** Hidden cells of a file's first rows for a person, with placeholder names. */
async function coverOf({ db, storeId, user }: Reader, file: StoredFile, head: Head, language: Language) {
  if (maySeeSensitive(user.rights)) return { hidden: new Set<string>(), name: (title: string) => title }
  const facts = head.header.map((_, place) => {
    const seen = newColumn()
    for (const row of head.rows) noteCell(seen, row[place] ?? '')
    return factsOf(seen)
  })
  // Applies before the first load too: other files with the same columns may be mapped.
  const header_signature = headerSignature(head.header, head.settings.header_row)
  const read = { id: file.id, columns: head.header, facts, header_signature }
  return {
    hidden: await hiddenFrom(user, db, storeId, read, await fieldsOf(db, storeId, language)),
    name: maskedColumnName,
  }
}

/** Reads the whole file with the settings that its head was read with. A first row that looks like data is never taken for the header unasked. */
async function load(core: Core, db: Db, storeId: number, file: StoredFile, head: Head, asked?: Partial<FileSettings>) {
  if (head.header_unsure && asked?.header_row === undefined) throw new ApiError('header_unsure')
  return statusOf[await requestLoad(core, db, storeId, file.id, head.settings)]
}

const statusOf = {
  waiting: 'waiting_for_load',
  loading: 'loading',
  loaded: 'ready_to_map',
} as const satisfies Record<string, DataSourceStatus>

/** The calls about a data source and its file. */
export const sourceCalls = {
  exists: async ({ db, storeId, query }) => ({ exists: await nameExists(db, storeId, canonicalText(query.name)) }),

  async validate({ body, language, ...reader }) {
    const { file, head } = await uploaded(reader, body, true)
    const { hidden, name } = await coverOf(reader, file, head, language)
    return {
      file_id: file.id,
      file_type: file.type,
      file_kind: kindOf(file),
      settings: head.settings,
      sheets: head.sheets,
      alike_sheets: head.alike_sheets,
      columns: head.header.map((title, place) => ({ id: String(place + 1), name: name(title) })),
      sample: head.rows.map((row) => covered(row, hidden)),
      first_rows: head.first_rows.map((row, place) =>
        place + 1 === head.settings.header_row ? row.map(name) : covered(row, hidden, head.left),
      ),
      first_lines: head.first_lines,
      reading_unsure: head.reading_unsure,
      header_unsure: head.header_unsure,
    }
  },

  async import({ core, db, storeId, user, body }) {
    const { file, head } = await uploaded({ core, db, storeId, user }, body)
    await load(core, db, storeId, file, head, body.settings)
    return { import_id: importIdOf(storeId, file.id) }
  },

  async create({ core, db, storeId, user, body, audit }) {
    const { file, head } = await uploaded({ core, db, storeId, user }, body)
    const status = await load(core, db, storeId, file, head, body.settings)
    const values = { name: canonicalText(body.name), description: body.description, file_id: file.id, status }
    const { id } = await insertDataSource(db, storeId, user.id, values)
    await audit('data_source', id)
    return { datasource_id: id }
  },

  async list({ db, storeId, query }) {
    const { data, total } = await listDataSources(db, storeId, await inInstants(db, storeId, query))
    return pageAnswer(query, data.map(viewDataSource), total)
  },

  async types({ db, storeId }) {
    const data = await countActivityTypes(db, storeId)
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

  async delete({ core, db, storeId, user, params, query, audit }) {
    await deleteSource({ core, db, storeId, user }, params.id, query.confirm === 'true')
    await audit('data_source', params.id)
  },

  async setEnabled({ db, storeId, params, body, fail, audit }) {
    if ((await dataSourceOf(db, storeId, params.id)).origin === 'program') throw fail('source_of_program')
    if (!(await setEnabled(db, storeId, params.id, body.value))) throw fail('data_source_not_found')
    await audit('data_source', params.id, { enabled: body.value })
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
    const { download, details } = await sendFile({ core, db, storeId, user, language }, file)
    await audit('data_source', params.id, details)
    return download
  },

  async putFile({ core, db, storeId, user, params, body, fail, audit }) {
    const { file, head } = await uploaded({ core, db, storeId, user }, body)
    const status = await load(core, db, storeId, file, head, body.settings)
    const signature = headerSignature(head.header, head.settings.header_row)
    if (!(await replaceFile(db, storeId, params.id, { file_id: file.id, status, signature }))) {
      await dataSourceOf(db, storeId, params.id)
      throw fail('data_source_status')
    }
    await audit('data_source', params.id)
  },

  async retryLoad({ core, db, storeId, user, params, body, fail, audit }) {
    const source = await dataSourceOf(db, storeId, params.id)
    const file = source.file_id ? await findFile(db, storeId, source.file_id) : undefined
    if (!file) throw fail('not_found')
    if (source.status !== 'load_failed') throw fail('data_source_status')
    // As for reading its head: a row of data could be made the header.
    if (body.settings && file.created_by !== user.id && !maySeeSensitive(user.rights)) throw mayNotSee()
    const asked = { ...file.settings, ...body.settings }
    const status = await load(core, db, storeId, file, await readFileHead(core.storage, file, asked), asked)
    if (!(await retryDataSource(db, storeId, params.id, status))) throw fail('data_source_status')
    await audit('data_source', params.id)
  },
} satisfies Partial<Handlers<typeof dataSources>>
