import { consents } from '@ruam/contract/customers/consents.ts'
import type { importRun } from '@ruam/contract/imports/run.ts'
import type { RunRecord } from '@ruam/contract/imports/run-records.ts'
import { rowsOf } from '@ruam/contract/platform/common.ts'
import { MAX_WIDE_PAGE_SIZE } from '@ruam/contract/platform/constants.ts'
import { may } from '@ruam/contract/platform/permissions.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { listPurposes } from '../../customers/consents/calls/queries.ts'
import { activityTypeOf } from '../../customers/fields/activity-types.ts'
import { type Field, fieldsOf } from '../../customers/fields/fields.ts'
import { closedTo } from '../../customers/profiles/closed.ts'
import { lockForPipeline } from '../../customers/profiles/lock.ts'
import { maySeeSensitive, Sight } from '../../customers/profiles/masking.ts'
import type { Db } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { findFile, type StoredFile } from '../../formats/files/queries.ts'
import type { Caller } from '../../http/authorize.ts'
import type { Context } from '../../http/handler.ts'
import type { Handlers } from '../../http/implement.ts'
import { pushCommand } from '../../push/publish.ts'
import { viewError } from '../../work/view-error.ts'
import { consentsOf, refuseRecordingConsents } from '../consents/consent-mapping.ts'
import { viewConsents } from '../consents/count-consents.ts'
import { refuseManyWithdrawals, withdrawsMany } from '../consents/many-withdrawals.ts'
import { fieldsHiddenFrom, fileOf, hiddenFrom, mayNotSee, sensitiveColumns } from '../data-sources/hidden-columns.ts'
import { refuseCreatingLabels } from '../data-sources/made-labels.ts'
import { notifyRun } from '../data-sources/notify-run.ts'
import { dataSourceOf, lockDataSourceRow, requestedRun, runOf } from '../data-sources/one.ts'
import { cancelRun, dropDryRuns } from '../data-sources/run-states.ts'
import { type Follow, insertRun, listRuns, newRunId, type RunRow, totalOf } from '../data-sources/runs.ts'
import { refuseSensitiveMapping } from '../data-sources/sensitive-mapping.ts'
import { type Targets, targetsOf } from '../data-sources/targets.ts'
import { viewRun } from '../data-sources/view.ts'
import { moveDataSource } from '../data-sources/write-source.ts'
import { correctionOf } from './correction.ts'
import { withEvidence } from './evidence-columns.ts'
import { withNamesAsWritten } from './name-cells.ts'
import { withLatinSpellings } from './name-fields.ts'
import { countPendingRows, pendingGroups } from './pending-groups.ts'
import { planOf } from './plan.ts'
import { queueRun } from './queue-run.ts'
import { failedColumns, listRecords } from './record-queries.ts'
import { viewRecords } from './records.ts'
import { changedSegments, changedValues } from './run-changes.ts'
import { streamRecords } from './stream-records.ts'

/** The calls that run an import and answer what became of it. */
export const runCalls = {
  dryRun: (context) => startDryRun(context, context.params.id),

  async run({ core, db, storeId, user, params, body, language, fail, audit }) {
    await lockDataSourceRow(db, storeId, params.id)
    const { source, run: dry } = await runOf(db, storeId, { ...params, run_id: body.run_id })
    if (!source.enabled) throw fail('data_source_disabled')
    if (dry.kind !== 'dry' || dry.status !== 'completed' || dry.version !== source.version) throw fail('run_outdated')
    await refuseSensitiveMapping(
      user.rights,
      db,
      storeId,
      fileOf(source),
      dry.mapping,
      await fieldsOf(db, storeId, language),
    )
    refuseCreatingLabels(user.rights, dry.mapping)
    refuseRecordingConsents(user.rights, dry.mapping)
    await refuseManyWithdrawals(db, storeId, dry, body.confirm_withdrawals)
    if (!(await moveDataSource(db, storeId, params.id, 'waiting'))) throw fail('data_source_status')
    // No edit is half-way through when it begins, and a later one finds it.
    await lockForPipeline(db, storeId, 'pipeline_busy')
    const run_id = await queueRun(core, db, storeId, user.id, dry)
    await audit('data_source', params.id, { run_id })
    return { run_id }
  },

  async runs({ db, storeId, params, query, language }) {
    const source = await dataSourceOf(db, storeId, params.id)
    const { data, total } = await listRuns(db, storeId, params.id, { ...query, limit: rowsOf(query.limit) })
    const page = pageAnswer(
      query,
      data.map((run) => viewRun(run, source.version, language)),
      total,
    )
    return { ...page, sort_by: 'created_at', order: 'desc' as const }
  },

  async getRun({ db, storeId, user, params, query, language }) {
    const { source, run } = await requestedRun(db, storeId, params, query)
    const hidden = run.held === 0 ? [] : await fieldsHiddenFrom(user.rights, db, storeId, language)
    const held_groups = run.held === 0 ? [] : await pendingGroups(db, storeId, run, hidden)
    const isOver = run.status !== 'pending' && run.status !== 'processing'
    const failed_columns = isOver && run.failed > run.held ? await failedColumns(db, storeId, run.id) : []
    return {
      ...viewRun(run, source.version, language),
      ...{ held_groups, new_labels: run.new_labels, failed_columns },
      contacts_alone: run.contacts_alone,
      orders: run.orders,
      ...(await consentsOfRun(db, storeId, user, run)),
    }
  },

  async cancelRun({ db, storeId, params, fail, audit }) {
    const run = await cancelRun(db, storeId, params.id, params.run_id)
    if (!run) {
      await runOf(db, storeId, params)
      throw fail('data_source_status')
    }
    if (run.kind === 'real' && run.status === 'cancel') {
      await moveDataSource(db, storeId, params.id, 'ready', ['waiting'])
      await notifyRun(db, storeId, run)
    }
    await audit('data_source', params.id, { run_id: params.run_id })
  },

  async changes({ db, storeId, user, params, query, language }) {
    const { run } = await requestedRun(db, storeId, params, query)
    const fields = await fieldsOf(db, storeId, language)
    const closed = await closedTo(db, storeId, user.rights)
    const open = fields.filter((field) => !closed.fields.has(field.id))
    const values = await changedValues(db, storeId, run, open)
    return { values, segments: await changedSegments(db, storeId, run, user.rights, closed.segments) }
  },

  async result({ db, storeId, params, query, language }) {
    const { run } = await requestedRun(db, storeId, params, query)
    const { status, added, updated, duplicated, failed, total, mapping } = run
    const type =
      mapping.activity_id === null ? undefined : await activityTypeOf(db, storeId, mapping.activity_id, language)
    return {
      status,
      error: viewError(run.error, language),
      stats: { added, updated, duplicated, failed, total },
      activity_type: type ? { id: type.id, name: type.name } : null,
    }
  },

  async records({ query, ...context }) {
    const { run } = await requestedRun(context.db, context.storeId, context.params, query)
    return recordsOfRun(context, run, query)
  },

  async correction({ core, db, storeId, user, params, query, language, fail, audit }) {
    const { run } = await requestedRun(db, storeId, params, query)
    const file = run.file_id === null ? undefined : await findFile(db, storeId, run.file_id)
    if (!file) throw fail('not_found')
    const which = { failed: 'to_mend', unread: 'unread', all: 'to_correct' } as const
    const asked = query.rows ?? 'all'
    const counts = { failed: run.failed - run.held, unread: run.unread_rows, all: run.failed + run.unread_rows }
    if (counts[asked] === 0) throw fail('no_failed_rows')
    const sensitive = await sensitiveColumns(db, storeId, file, await fieldsOf(db, storeId, language))
    if (sensitive.size > 0) {
      if (!maySeeSensitive(user.rights)) throw mayNotSee()
      user.trace.note(null, null)
    }
    const content = { rows: counts[asked], columns: file.columns.length, sensitive: sensitive.size > 0 }
    await audit('data_source', params.id, { run_id: run.run_id, file_type: 'csv', ...content })
    return correctionOf(core, storeId, run, file, which[asked], language)
  },
} satisfies Partial<Handlers<typeof importRun>>

/** Consent columns of a run, and if it waits for a confirmation. */
async function consentsOfRun(db: Db, storeId: number, { rights }: Pick<Caller, 'rights'>, run: RunRow) {
  const columns = consentsOf(run.mapping)
  if (columns.length === 0) return { consents: [], withdraws_many: false }
  const purposes = await listPurposes(db, storeId, { offset: 0, limit: 0 })
  return {
    consents: viewConsents(columns, run.consents, purposes, may(rights, consents.ofProfile.permission)),
    withdraws_many: run.kind === 'dry' && run.status === 'completed' && (await withdrawsMany(db, storeId, run)),
  }
}

type Reading = Pick<Context<typeof importRun.records>, 'core' | 'db' | 'storeId' | 'user' | 'language'>
type RecordPage = Pick<Context<typeof importRun.records>['query'], 'offset' | 'limit' | 'status' | 'group'>

/** Returns a page of the records of a run. */
export async function recordsOfRun({ core, db, storeId, user, language }: Reading, run: RunRow, query: RecordPage) {
  const { status, group, offset } = query
  const total = group === undefined ? totalOf(run, status) : await countPendingRows(db, storeId, run.id, group)
  const answer = (data: RunRecord[]) => ({
    ...pageAnswer(query, data, total, { most: MAX_WIDE_PAGE_SIZE }),
    sort_by: 'record_no',
  })
  const limit = rowsOf(query.limit, MAX_WIDE_PAGE_SIZE)
  const records = await listRecords(db, storeId, run, { status, group, offset, limit })
  if (run.file_id === null)
    return answer(await streamRecords({ db, storage: core.storage, storeId, user, language }, run, records))
  const file = await findFile(db, storeId, run.file_id)
  // As long as records are kept, so is the file they are read from.
  if (!file) return answer([])
  const targets = await targetsOf(db, storeId, run.mapping, file.columns.length, language)
  const data = await viewRecords(db, core.storage, storeId, run, records, {
    plan: viewedPlan(run, targets, file, ({ sensitive }) => sensitive && !maySeeSensitive(user.rights)),
    file,
    reading: {
      timeZone: await timeZoneOf(db, storeId),
      columns: file.columns,
      today: run.created_at.slice(0, 10),
    },
    language,
    sight: Sight.of(user),
    closed: (await closedTo(db, storeId, user.rights)).segments,
    hidden: await hiddenFrom(user, db, storeId, file, await fieldsOf(db, storeId, language)),
  })
  return answer(data)
}

/** The plan of a run for its records, with the columns that were compared and feed no field. */
function viewedPlan(run: RunRow, targets: Targets, file: StoredFile, isClosed: (field: Field) => boolean) {
  const written = withNamesAsWritten(planOf(run.mapping, targets), file.columns)
  return withEvidence(withLatinSpellings(written, targets.fields), file, { fields: targets.fields, isClosed })
}

type Starting = Pick<
  Context<typeof importRun.dryRun>,
  'core' | 'db' | 'storeId' | 'user' | 'language' | 'fail' | 'audit'
>

/** Starts a dry run, which the real run can follow by itself. Throws as the call does. */
export async function startDryRun(
  { core, db, storeId, user, language, fail, audit }: Starting,
  dataSourceId: number,
  follow?: Follow,
): Promise<{ run_id: string }> {
  const source = await lockDataSourceRow(db, storeId, dataSourceId)
  if (!source.enabled) throw fail('data_source_disabled')
  const { mapping, file_id, version, row_count } = source
  // What an undone run brought in is gone: its file can be tried again as it is.
  const isUndone = source.undone_at !== null && ['success', 'process_failed'].includes(source.status)
  if (!(isUndone || ['ready', 'ready_to_update'].includes(source.status)) || !mapping || row_count === null)
    throw fail('data_source_status')
  const fields = await fieldsOf(db, storeId, language)
  await refuseSensitiveMapping(user.rights, db, storeId, fileOf(source), mapping, fields)
  refuseCreatingLabels(user.rights, mapping)
  refuseRecordingConsents(user.rights, mapping)
  if (isUndone) await moveDataSource(db, storeId, dataSourceId, 'ready_to_update')
  await dropDryRuns(db, storeId, dataSourceId)
  const run_id = newRunId(storeId, dataSourceId)
  const values = {
    run_id,
    data_source_id: dataSourceId,
    kind: 'dry' as const,
    version,
    mapping,
    file_id: file_id!,
    total: row_count,
    follow,
  }
  const { id } = await insertRun(db, storeId, user.id, values)
  await core.jobs.enqueue(db, 'data-source-run', { store_id: storeId, run: id })
  await pushCommand(db, 'pipeline-dry-run', { store_id: storeId, datasource_id: dataSourceId, run_id })
  await audit('data_source', dataSourceId, { run_id })
  return { run_id }
}
