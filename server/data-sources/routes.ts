import { randomInt } from 'node:crypto'
import { rowsOf } from '@ruam/contract/common.ts'
import { dataSources } from '@ruam/contract/data-sources.ts'
import { isTaken } from '../core/db.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { findFile, saveSettings } from '../files/queries.ts'
import { fieldsOf } from '../profile-fields/fields.ts'
import { maySeeSensitive } from '../profiles/masking.ts'
import { canonicalText } from '../values/thai.ts'
import { readFileHead } from './head.ts'
import { viewMapping } from './mapping.ts'
import { mappingProblem, planOf } from './plan.ts'
import {
  findDataSource,
  insertDataSource,
  listDataSources,
  makeMatchKeys,
  moveDataSource,
  nameExists,
  saveMapping,
} from './queries.ts'
import { rowReader } from './read-rows.ts'
import { listRecords, readRawRows, viewRecords } from './records.ts'
import { cancelRun, dropDryRuns, findRun, insertRun, latestRuns, listRuns } from './runs.ts'
import { viewDataSource, viewError, viewRun } from './view.ts'

export const dataSourceRoutes = implement(dataSources, {
  exists: async ({ db, storeId, query }) => ({ exists: await nameExists(db, storeId, canonicalText(query.name)) }),

  async validate({ core, db, storeId, body, fail }) {
    const file = await findFile(db, storeId, body.file_id)
    if (!file) throw fail('not_found')
    const { settings, header, rows } = await readFileHead(core.storage, file.storage_key, body.settings)
    return {
      file_id: file.id,
      file_type: file.type,
      settings,
      columns: header.map((name, place) => ({ id: String(place + 1), name })),
      sample: rows,
      warnings: [],
    }
  },

  async create({ core, db, storeId, user, body, fail, audit }) {
    const file = await findFile(db, storeId, body.file_id)
    if (!file) throw fail('not_found')
    const { settings } = await readFileHead(core.storage, file.storage_key, body.settings)
    try {
      const values = { name: canonicalText(body.name), description: body.description, file_id: file.id }
      const { id } = await insertDataSource(db, storeId, user.id, values)
      await saveSettings(db, storeId, file.id, settings)
      await core.jobs.enqueue(db, 'data-source-load', { store_id: storeId, data_source_id: id })
      await audit({ action: 'data_source_created', subject_type: 'data_source', subject_id: id })
      return { datasource_id: id }
    } catch (error) {
      if (isTaken(error, 'data_source_name')) throw fail('name_taken')
      if (isTaken(error, 'data_source_file')) throw fail('file_used')
      throw error
    }
  },

  async list({ db, storeId, query }) {
    const { data, total } = await listDataSources(db, storeId, query)
    return pageAnswer(query, data.map(viewDataSource), total)
  },

  async get({ db, storeId, params, language, fail }) {
    const source = await findDataSource(db, storeId, params.id)
    if (!source) throw fail('not_found')
    const { file_name, file_size, row_count } = source
    const latest = await latestRuns(db, storeId, params.id)
    return {
      ...viewDataSource(source),
      file: file_name === null ? null : { file_name, file_size: file_size!, row_count },
      load_progress: source.load_progress,
      error: viewError(source.error, language),
      latest_dry_run: latest.get('dry') ?? null,
      latest_run: latest.get('real') ?? null,
    }
  },

  async getMapping({ db, storeId, user, params, language, fail }) {
    const source = await findDataSource(db, storeId, params.id)
    if (!source) throw fail('not_found')
    if (source.row_count === null || source.columns === null || source.facts === null) throw fail('data_source_status')
    const { mapping, columns, facts, updated_at } = source
    const fields = await fieldsOf(db, storeId, language)
    return viewMapping({ mapping, columns, facts, updated_at }, fields, maySeeSensitive(user.rights))
  },

  async putMapping({ db, storeId, params, body, language, fail, audit }) {
    const source = await findDataSource(db, storeId, params.id)
    if (!source) throw fail('not_found')
    if (source.row_count === null || source.columns === null) throw fail('data_source_status')
    const fields = await fieldsOf(db, storeId, language)
    const problem = mappingProblem(body, source.columns.length, fields)
    if (problem) throw fail('mapping_invalid', { reason: problem[language] })
    if (!(await saveMapping(db, storeId, params.id, body))) throw fail('data_source_status')
    await makeMatchKeys(
      db,
      storeId,
      body.match.keys.filter((key) => fields.find((field) => field.id === key)!.type === 'custom_profile'),
    )
    await audit({ action: 'mapping_saved', subject_type: 'data_source', subject_id: params.id })
  },

  async dryRun({ core, db, storeId, user, params, fail }) {
    const source = await findDataSource(db, storeId, params.id)
    if (!source) throw fail('not_found')
    if (!source.enabled) throw fail('data_source_disabled')
    const { mapping, file_id, version, row_count } = source
    if (!['ready', 'ready_to_update'].includes(source.status) || !mapping || row_count === null)
      throw fail('data_source_status')
    await dropDryRuns(db, storeId, params.id)
    const run_id = newRunId(storeId, params.id)
    const values = {
      run_id,
      data_source_id: params.id,
      kind: 'dry' as const,
      version,
      mapping,
      file_id: file_id!,
      total: row_count,
    }
    const { id } = await insertRun(db, storeId, user.id, values)
    await core.jobs.enqueue(db, 'data-source-run', { store_id: storeId, run: id })
    return { run_id }
  },

  async run({ core, db, storeId, user, params, body, fail, audit }) {
    const source = await findDataSource(db, storeId, params.id)
    const dry = source && (await findRun(db, storeId, params.id, body.run_id))
    if (!dry) throw fail('not_found')
    if (!source.enabled) throw fail('data_source_disabled')
    if (dry.kind !== 'dry' || dry.status !== 'completed' || dry.version !== source.version) throw fail('run_outdated')
    if (!(await moveDataSource(db, storeId, params.id, 'waiting'))) throw fail('data_source_status')
    const run_id = newRunId(storeId, params.id)
    const { version, mapping, file_id, total } = dry
    try {
      const values = {
        run_id,
        data_source_id: params.id,
        kind: 'real' as const,
        version,
        mapping,
        file_id,
        total,
        dry_run_id: dry.id,
      }
      const { id } = await insertRun(db, storeId, user.id, values)
      await core.jobs.enqueue(db, 'data-source-run', { store_id: storeId, run: id })
      await audit({ action: 'run_started', subject_type: 'data_source', subject_id: params.id, details: { run_id } })
      return { run_id }
    } catch (error) {
      throw isTaken(error, 'run_one_per_store') ? fail('pipeline_busy') : error
    }
  },

  async runs({ db, storeId, params, query, language, fail }) {
    const source = await findDataSource(db, storeId, params.id)
    if (!source) throw fail('not_found')
    const { data, total } = await listRuns(db, storeId, params.id, query.offset, rowsOf(query.limit))
    const page = pageAnswer(
      query,
      data.map((run) => viewRun(run, source.version, language)),
      total,
    )
    return { ...page, sort_by: 'created_at', order: 'desc' as const }
  },

  async getRun({ db, storeId, params, language, fail }) {
    const source = await findDataSource(db, storeId, params.id)
    const run = source && (await findRun(db, storeId, params.id, params.run_id))
    if (!run) throw fail('not_found')
    return viewRun(run, source.version, language)
  },

  async cancelRun({ db, storeId, params, fail, audit }) {
    const run = await cancelRun(db, storeId, params.id, params.run_id)
    if (!run)
      throw (await findRun(db, storeId, params.id, params.run_id)) ? fail('data_source_status') : fail('not_found')
    if (run.kind === 'real' && run.status === 'cancel')
      await moveDataSource(db, storeId, params.id, 'ready', ['waiting'])
    await audit({
      action: 'run_cancelled',
      subject_type: 'data_source',
      subject_id: params.id,
      details: { run_id: params.run_id },
    })
  },

  async records({ core, db, storeId, user, params, query, language, fail }) {
    const source = await findDataSource(db, storeId, params.id)
    const run = source && (await findRun(db, storeId, params.id, params.run_id))
    const file = run && (await findFile(db, storeId, run.file_id))
    if (!file) throw fail('not_found')
    const plan = planOf(run.mapping, file.columns.length, await fieldsOf(db, storeId, language))
    const records = await listRecords(db, storeId, run.id, query.status, query.offset, rowsOf(query.limit))
    const store = await db
      .selectFrom('store')
      .select('time_zone')
      .where('store_id', '=', storeId)
      .executeTakeFirstOrThrow()
    const data = await viewRecords(db, storeId, records, {
      plan,
      readRow: rowReader(plan, file.facts, { timeZone: store.time_zone, thisYear: Number(run.created_at.slice(0, 4)) }),
      rows: await readRawRows(
        core.storage,
        file,
        records.map((record) => record.record_no),
      ),
      language,
      unmasked: maySeeSensitive(user.rights),
    })
    const { added, updated, duplicated, failed, conflict, done } = run
    const total = { all: done, added, updated, duplicated, failed, conflict }[query.status]
    return { ...pageAnswer(query, data, total), sort_by: 'record_no' }
  },
})

/** run_{store}_{datasource}_{unix_ms}_{8 base36} (spec section 4). */
function newRunId(storeId: number, dataSourceId: number): string {
  const random = randomInt(0, 36 ** 8)
    .toString(36)
    .padStart(8, '0')
  return `run_${storeId}_${dataSourceId}_${Date.now()}_${random}`
}
