import { rowFailures } from '@ruam/contract/imports/row-failures.ts'
import type { importRun } from '@ruam/contract/imports/run.ts'
import type pg from 'pg'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { startAskingIfNew } from '../../customers/changes/line-friends.ts'
import { startScan } from '../../customers/duplicates/start-scan.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { startPendingCalculation } from '../../customers/membership/start.ts'
import { lockForPipeline } from '../../customers/profiles/lock.ts'
import type { Db } from '../../database/db.ts'
import { indexesAlone } from '../../database/plans.ts'
import { findFile, type StoredFile } from '../../formats/files/queries.ts'
import { audit } from '../../http/audit.ts'
import { requestOrigin } from '../../http/came-from.ts'
import type { Context } from '../../http/handler.ts'
import type { Handlers } from '../../http/implement.ts'
import { refuseRecordingConsents } from '../consents/consent-mapping.ts'
import { fileOf } from '../data-sources/hidden-columns.ts'
import { refuseCreatingLabels } from '../data-sources/made-labels.ts'
import { mappingProblem, refuseWithoutKeys } from '../data-sources/mapping-problem.ts'
import { renotifyRun } from '../data-sources/notify-run.ts'
import { lockDataSourceRow, runOf } from '../data-sources/one.ts'
import { publishRun } from '../data-sources/publish-run.ts'
import { copyStats } from '../data-sources/run-counts.ts'
import { latestRuns, type RunRow } from '../data-sources/runs.ts'
import { refuseSensitiveMapping } from '../data-sources/sensitive-mapping.ts'
import { targetsOf } from '../data-sources/targets.ts'
import { prepareLines } from '../orders/write-lines.ts'
import type { Decided, ReadRow, RowDecision } from './decided-rows.ts'
import { hasImportedRows } from './imported-rows.ts'
import { takesLines } from './order-rows.ts'
import type { Plan } from './plan.ts'
import { planOfRun } from './plan-of-run.ts'
import { readMendedRows } from './raw-rows.ts'
import { rowReader } from './read-rows.ts'
import { rowHasher } from './row-hash.ts'
import { labelBook } from './row-labels.ts'
import { correctionKind, importKind } from './run-kinds.ts'
import { withoutRecords } from './runs-before.ts'
import { prepareActivities } from './write-activities.ts'
import { type BatchContext, decideRows, step, writeAtOnce } from './write-batch.ts'
import { prepareLabels } from './write-labels.ts'

type Correcting = Context<typeof importRun.correct>

/**
 * Imports failed rows with corrected cells as rows of the same run: same journal, undo and provenance. Rows that still fail, or that
 * would wait for an answer, stay as they are.
 */
export const correctCalls = {
  async correct(context) {
    const { core, storeId } = context
    const client = await core.sessions.connect()
    try {
      await client.query(indexesAlone('session'))
      return await step(client, storeId, (db) => correctRows(context, db, client))
    } finally {
      // Settings and temporary tables are this call's.
      client.release(true)
    }
  },
} satisfies Partial<Handlers<typeof importRun>>

async function correctRows(call: Correcting, db: Db, client: pg.PoolClient) {
  const { core, storeId, user, params, language, fail, request } = call
  await client.query(requestOrigin(request))
  await lockForPipeline(db, storeId, 'pipeline_busy')
  const source = await lockDataSourceRow(db, storeId, params.id)
  const { run } = await runOf(db, storeId, params)
  if (!source.enabled) throw fail('data_source_disabled')
  const file = run.file_id === null ? undefined : await findFile(db, storeId, run.file_id)
  if (run.kind !== 'real' || !file || !run.undoable_until || run.undone_to > 0) throw fail('data_source_status')
  const fields = await fieldsOf(db, storeId, language)
  await refuseSensitiveMapping(user.rights, db, storeId, fileOf(source), run.mapping, fields)
  refuseCreatingLabels(user.rights, run.mapping)
  refuseRecordingConsents(user.rights, run.mapping)
  const targets = await targetsOf(db, storeId, run.mapping, file.columns.length, 'en')
  if (mappingProblem(run.mapping, targets)) throw fail('data_source_status')
  refuseWithoutKeys(run.mapping)
  const planned = await planOfRun(db, storeId, core.config.secretKey, run, file, targets)
  const distrusted = new Set(planned.keys.filter((key) => run.distrusted_keys?.includes(planned.fields[key]!.field.id)))
  // An unreadable cell fails the row: left empty, it would go unnoticed.
  const plan: Plan = { ...planned, strict: true, traits: { ...planned.traits, distrusted } }
  const rows = await readCorrected(call, db, run, file, plan)
  const of = { storeId, run, plan, reader: client }
  const remembers = await hasImportedRows(db, storeId)
  const recordless = await withoutRecords(db, storeId, plan.runsBefore)
  const context: BatchContext = {
    ...of,
    kind: importKind(of, null),
    book: labelBook(),
    earlier: { remembers, recordless },
  }
  if (plan.activity) await prepareActivities(client)
  if (takesLines(plan)) await prepareLines(client)
  if (plan.labels.length > 0 || plan.rowLabels) await prepareLabels(client)
  const all = await decideRows(db, context, rows)
  const decided: Decided = { ...all, decisions: all.decisions.filter(({ error }) => !error) }
  const failed = all.decisions.filter(({ error }) => error)
  const imported = decided.decisions.length
  if (imported > 0) await writeTaken(call, db, client, context, decided)
  await audit(db, storeId, user, request.id, {
    action: 'import_rows_corrected',
    subject_type: 'data_source',
    subject_id: params.id,
    details: { run_id: run.run_id, rows: imported, failed: failed.length },
  })
  return { imported, failed: failed.map((decision) => viewFailure(decision, language)) }
}

/** Reads the rows that failed and wait for no answer, with their corrected cells, in file order. */
async function readCorrected(
  { core, storeId, body }: Correcting,
  db: Db,
  run: RunRow,
  file: StoredFile,
  plan: Plan,
): Promise<ReadRow[]> {
  const cellsOf = new Map(body.rows.map(({ record_no, cells }) => [record_no, cells]))
  const records = await db
    .selectFrom('run_record')
    .select(['record_no', 'error'])
    .where('store_id', '=', storeId)
    .where('run', '=', run.id)
    .where('record_no', 'in', [...cellsOf.keys()])
    .where('status', 'in', ['failed', 'conflict'])
    .orderBy('record_no')
    .execute()
  const numbers = records.flatMap(({ record_no, error }) =>
    error?.failure === 'maybe_somebody_else' ? [] : [record_no],
  )
  const raw = await readMendedRows(db, core.storage, storeId, run, file, numbers)
  const timeZone = await timeZoneOf(db, storeId)
  const options = { timeZone, columns: file.columns, today: run.created_at.slice(0, 10) }
  const read = rowReader(plan, file.facts, options)
  const hashOf = rowHasher(core.config.secretKey, storeId, file.columns)
  return numbers.map((no) => {
    const cells = [...(raw.get(no)?.cells ?? [])]
    for (const { id, value } of cellsOf.get(no)!) if (Number(id) <= cells.length) cells[Number(id) - 1] = value
    const row = read(no, cells)
    if ('values' in row) row.hash = hashOf(cells)
    return row
  })
}

async function writeTaken(
  { core, storeId, user, params }: Correcting,
  db: Db,
  client: pg.PoolClient,
  context: BatchContext,
  decided: Decided,
): Promise<void> {
  const { run } = context
  const numbers = decided.decisions.map(({ no }) => no)
  const before = await db
    .deleteFrom('run_record')
    .where('store_id', '=', storeId)
    .where('run', '=', run.id)
    .where('record_no', 'in', numbers)
    .returning('status')
    .execute()
  const conflict = before.filter(({ status }) => status === 'conflict').length
  const kind = correctionKind(context, numbers.length, conflict)
  const counted = await writeAtOnce(db, client, { ...context, kind }, decided)
  const isLatest = (await latestRuns(db, storeId, params.id)).get('real') === run.run_id
  if (isLatest) {
    await copyStats(db, storeId, run.id)
    await renotifyRun(db, storeId, counted)
  }
  await publishRun(db, storeId, counted)
  await startPendingCalculation(core, db, storeId)
  if (decided.added.length + decided.updated.length === 0) return
  await startScan(core, db, storeId, user, { whole: false })
  await startAskingIfNew(core, db, storeId, user)
}

function viewFailure({ no, error }: RowDecision, language: Correcting['language']) {
  const { failure, column } = error!
  return { record_no: no, id: column > 0 ? String(column) : null, error: rowFailures[failure][language] }
}
