import type pg from 'pg'
import { authorOf } from '../../core/principal.ts'
import { isDiskFull, isOutage } from '../../core/sqlstate.ts'
import { startAskingIfNew } from '../../customers/changes/line-friends.ts'
import { startScan } from '../../customers/duplicates/start-scan.ts'
import { startPendingCalculation } from '../../customers/membership/start.ts'
import { type Db, inStore, onConnection } from '../../database/db.ts'
import { indexesAlone } from '../../database/plans.ts'
import { findFile, type StoredFile } from '../../formats/files/queries.ts'
import { audit } from '../../http/audit.ts'
import { ROOM_SECONDS } from '../../jobs/when-room.ts'
import type { Core } from '../../servers/core.ts'
import { unexpected } from '../../work/reference.ts'
import type { TimeSlice } from '../../work/time-slice.ts'
import { prepareConsents } from '../consents/preview-consents.ts'
import { mappingError } from '../data-sources/mapping-problem.ts'
import { notifyRun } from '../data-sources/notify-run.ts'
import { lockDataSource } from '../data-sources/one.ts'
import { publishRun } from '../data-sources/publish-run.ts'
import { copyStats } from '../data-sources/run-counts.ts'
import { claimRun, endRun, lockRun, resetRun } from '../data-sources/run-states.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { targetsOf } from '../data-sources/targets.ts'
import { moveDataSource } from '../data-sources/write-source.ts'
import { rowMender } from '../mended/cells.ts'
import { prepareLines } from '../orders/write-lines.ts'
import { faultReader } from './cell-faults.ts'
import { fieldReaders } from './field-readers.ts'
import { hasImportedRows } from './imported-rows.ts'
import { noteOrders } from './note-orders.ts'
import { surveyOrders, takesLines } from './order-rows.ts'
import { deleteBlocks, hasBlocks, numberOverlay, restoreOverlay } from './overlay-blocks.ts'
import { groupPendingRows } from './pending-groups.ts'
import type { Plan } from './plan.ts'
import { planOfRun } from './plan-of-run.ts'
import { pumpBatches } from './pump-batches.ts'
import { followDryRun } from './queue-run.ts'
import { readBatches } from './read-batches.ts'
import { rowReader } from './read-rows.ts'
import { prepareMended } from './remembered-cells.ts'
import { labelBook, MAX_NEW_LABELS, noteMadeLabels, TooManyLabels } from './row-labels.ts'
import { importKind, previewKind } from './run-kinds.ts'
import { withoutRecords } from './runs-before.ts'
import { storedKeys } from './stored-keys.ts'
import { surveyed } from './surveyed.ts'
import { noteWaiting } from './wait-for-room.ts'
import { prepareActivities } from './write-activities.ts'
import { LostRun, step } from './write-batch.ts'
import { prepareLabels } from './write-labels.ts'
import { prepareOverlay } from './write-overlay.ts'

/** Rows of one transaction. Twice as many gain at most a tenth, take 30 MB more, and keep other requests waiting for longer. */
const BATCH_ROWS = 2500

/** One connection to read, and two to write: the second begins while the first commits. */
const CONNECTIONS = 3

/**
 * Works one run, dry or real, batch by batch. Each batch is one transaction that holds the profiles, the journal, the counters
 * and the progress, so a worker that dies loses nothing and the next one doubles nothing; the fence keeps a worker that
 * wakes up late from committing.
 */
export async function runDataSource(
  core: Core,
  storeId: number,
  id: number,
  signal: AbortSignal,
  batchRows = BATCH_ROWS,
  turn?: TimeSlice,
): Promise<void> {
  const clients: pg.PoolClient[] = []
  let broken: Error | undefined
  let work: Work | undefined
  try {
    while (clients.length < CONNECTIONS) clients.push(await connect(core, id, clients.length === 0))
    work = await step(clients[0]!, storeId, (db) => begin(db, storeId, id, core.config.secretKey))
    if (work) await workThrough({ clients, core, storeId, signal, batchRows, turn }, work)
  } catch (error) {
    broken = error as Error
    if (error instanceof LostRun) return
    // A stopping server and a database that is away leave the run to the next worker; anything else would only fail again.
    if (signal.aborted || (isOutage(error) && !isDiskFull(error))) throw error
    const ended = await inStore(core.pool, storeId, async (db) => {
      const ended = await giveUp(db, storeId, id, work?.run, error)
      await startPendingCalculation(core, db, storeId)
      return ended
    })
    // An erasure ends the dry run of a file that it takes away under it.
    if (ended && !(error instanceof TooManyLabels) && !isDiskFull(error)) throw error
  } finally {
    // Settings and temporary tables are this run's: the connections are not given back.
    for (const client of clients) client.release(broken ?? true)
  }
}

const tooManyLabels = {
  name: 'mapping_invalid' as const,
  details: {
    reason: `its column of labels names more than ${MAX_NEW_LABELS} labels that do not exist`,
    reason_th: `คอลัมน์ป้ายกำกับมีป้ายใหม่เกิน ${MAX_NEW_LABELS} ป้าย`,
  },
}

/** A connection of the run's own; the first one takes the run over. */
async function connect(core: Core, id: number, first: boolean): Promise<pg.PoolClient> {
  const client = await core.sessions.connect()
  try {
    await client.query(indexesAlone('session'))
    if (first) await takeOver(client, id)
    await client.query("select set_config('application_name', $1, false)", [nameOf(id)])
    return client
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

const nameOf = (id: number) => `ruam run ${id}`

/**
 * Ends the connections of a worker that had the run before: one that hangs would hold the rows of its open batch, and this one
 * would wait for them. The fence alone keeps it from committing.
 */
async function takeOver(client: pg.PoolClient, id: number): Promise<void> {
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database() and usename = current_user',
    [nameOf(id)],
  )
}

interface Engine {
  /** The first one reads, the others write. */
  clients: pg.PoolClient[]
  core: Core
  storeId: number
  signal: AbortSignal
  batchRows: number
  turn: TimeSlice | undefined
}

interface Work {
  run: RunRow
  file: StoredFile
  plan: Plan
  timeZone: string
  remembers: boolean
  recordless: ReadonlySet<number> | null
}

async function begin(db: Db, storeId: number, id: number, secretKey: string): Promise<Work | undefined> {
  const claimed = await claimRun(db, storeId, id)
  if (!claimed) return undefined
  const goesOn = claimed.kind === 'real' || (claimed.done > 0 && (await hasBlocks(db, storeId, claimed)))
  const run = goesOn ? claimed : await startOver(db, storeId, claimed)
  if (run.kind !== 'dry') await moveDataSource(db, storeId, run.data_source_id, 'processing')
  const file = (await findFile(db, storeId, run.file_id!))!
  const store = await db
    .selectFrom('store')
    .select('time_zone')
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  const targets = await targetsOf(db, storeId, run.mapping, file.columns.length, 'en')
  const error = mappingError(run.mapping, targets)
  if (error) {
    await finish(db, storeId, run, 'failed', error)
    return undefined
  }
  const whole = await planOfRun(db, storeId, secretKey, run, file, targets)
  return {
    run,
    file,
    plan: whole,
    timeZone: store.time_zone,
    remembers: await hasImportedRows(db, storeId),
    recordless: await withoutRecords(db, storeId, whole.runsBefore),
  }
}

/** Starts a dry run from its first row. */
async function startOver(db: Db, storeId: number, run: RunRow): Promise<RunRow> {
  await db.deleteFrom('run_record').where('store_id', '=', storeId).where('run', '=', run.id).execute()
  await deleteBlocks(db, storeId, run)
  return resetRun(db, storeId, run)
}

/**
 * Ends a run that can't go on; false when it was not this worker's to end. `claimed`: as this worker claimed it, which does nothing when
 * another worker has claimed it since.
 */
async function giveUp(
  db: Db,
  storeId: number,
  id: number,
  claimed: RunRow | undefined,
  reason: unknown,
): Promise<boolean> {
  const run = claimed ?? (await claimRun(db, storeId, id))
  if (!run) return false
  // A run that failed before its start has not moved its data source yet, which would wait for ever.
  if (!claimed && run.kind === 'real') await moveDataSource(db, storeId, run.data_source_id, 'processing')
  try {
    const why = isDiskFull(reason) ? { name: 'disk_full' as const } : unexpected(reason)
    await finish(db, storeId, run, 'failed', reason instanceof TooManyLabels ? tooManyLabels : why)
    return true
  } catch (error) {
    if (error instanceof LostRun) return false
    throw error
  }
}

async function workThrough({ core, storeId, signal, batchRows, turn, clients }: Engine, work: Work): Promise<void> {
  const { run, file, timeZone, remembers, recordless } = work
  const reader = clients[0]!
  // Today is the day of the run, so that a resume after midnight reads as before.
  const options = { timeZone, columns: file.columns, today: run.created_at.slice(0, 10) }
  const mend = await step(reader, storeId, async (db) => {
    const faultsOf = faultReader(work.plan, file.facts, options)
    await prepareMended(db, { storage: core.storage, storeId, run, file, faultsOf })
    return rowMender(db, storeId, { data_source_id: run.data_source_id, file_id: file.id })
  })
  const readCells = rowReader(work.plan, file.facts, options)
  const readRow: typeof readCells = (no, cells) => readCells(no, mend(no, cells))
  const readers = fieldReaders(work.plan, file.facts, options)
  const plan = await surveyed(core, reader, storeId, { ...work, options }, { mend, readRow, readers })
  const orders = takesLines(plan) ? await surveyOrders(core.storage, run, file, plan, { mend, readRow, options }) : null
  const overlay = run.kind === 'dry' ? await prepareOverlay(clients[1]!, plan) : null
  const writers = clients.slice(1, overlay ? 2 : undefined)
  if (overlay && plan.consents) await prepareConsents(clients[1]!)
  for (const writer of writers) {
    if (plan.activity) await prepareActivities(writer)
    if (takesLines(plan)) await prepareLines(writer)
    if (plan.labels.length > 0 || plan.rowLabels) await prepareLabels(writer)
  }
  const book = labelBook()
  if (overlay) {
    await numberOverlay(clients[1]!, plan)
    if (run.done > 0) {
      await step(clients[1]!, storeId, () => restoreOverlay(overlay, storeId, run, plan))
      await step(reader, storeId, (db) => noteMadeLabels(db, storeId, book, run.new_labels))
    }
  }
  const stored = await step(reader, storeId, () => storedKeys(reader, storeId, plan, run.total))
  const of = { storeId, run, plan, reader }
  const kind = overlay ? previewKind(of, stored, overlay) : importKind(of, stored)
  const hashes = overlay === null || remembers || recordless !== null
  const context = { ...of, kind, book, earlier: { remembers, recordless } }
  async function interrupted(done: number) {
    signal.throwIfAborted()
    if (await core.disk?.isFull()) return 'no_room' as const
    if (done === run.done || !(await turn?.isOver(onConnection(reader)))) return undefined
    if (!overlay) return 'turn_over' as const
    // A dry run has its people in temporary tables, and would fill them in each slice.
    await turn!.share()
    return undefined
  }
  const ended = await pumpBatches(
    context,
    writers,
    readBatches(core, storeId, { run, file, plan, orders, hashes }, readRow, batchRows),
    interrupted,
  )
  if (ended === 'no_room') return step(reader, storeId, (db) => waitForRoom(core, db, storeId, run, turn))
  if (ended === 'turn_over') return step(reader, storeId, (db) => leave(core, db, storeId, run, turn!))
  // New people are found at once: no search has to read through what was added.
  if (run.kind === 'real') await reader.query('select auth.flush_search()')
  await step(reader, storeId, async (db) => {
    // Before the run, as its start does.
    if (run.follow) await lockDataSource(db, storeId, run.data_source_id)
    if (orders) await noteOrders(db, storeId, run, orders)
    const row = await finish(db, storeId, run, ended)
    if (run.follow) await followDryRun(core, db, storeId, row)
    if (row.kind === 'real') await startPendingCalculation(core, db, storeId)
    const changed = row.kind === 'real' && row.added + row.updated > 0
    const by = authorOf(row.created_by)
    if (changed && by) {
      await startScan(core, db, storeId, by, { whole: false })
      await startAskingIfNew(core, db, storeId, by)
    }
  })
}

/** Lets others have their turn: the run goes on behind them, from the rows that are done. */
async function leave(core: Core, db: Db, storeId: number, run: RunRow, turn: TimeSlice): Promise<void> {
  if (!(await lockRun(db, storeId, run))) throw new LostRun()
  await core.jobs.enqueue(db, 'data-source-run', { store_id: storeId, run: run.id }, { behind: true })
  await turn.leave(db)
}

/** Lets the run wait until the disk has room again. It says so, and continues after the rows that are done. */
async function waitForRoom(
  core: Core,
  db: Db,
  storeId: number,
  run: RunRow,
  turn: TimeSlice | undefined,
): Promise<void> {
  if (!(await lockRun(db, storeId, run))) throw new LostRun()
  await noteWaiting(db, storeId, run.id)
  const payload = { store_id: storeId, run: run.id }
  await core.jobs.enqueue(db, 'data-source-run', payload, { behind: true, afterSeconds: ROOM_SECONDS })
  await turn?.leave(db)
}

async function finish(
  db: Db,
  storeId: number,
  run: RunRow,
  status: 'completed' | 'cancel' | 'failed',
  error?: Parameters<typeof endRun>[5],
) {
  const ended = await endRun(db, storeId, run.id, run.fence, status, error)
  if (!ended) throw new LostRun()
  if (ended.held > 0) await groupPendingRows(db, storeId, run.id)
  if (run.kind === 'real') {
    const to = { completed: 'success', cancel: 'ready_to_update', failed: 'process_failed' } as const
    await copyStats(db, storeId, run.id)
    await moveDataSource(db, storeId, run.data_source_id, to[status], ['processing'])
    const { run_id, total, added, updated, duplicated, held, failed, activities } = ended
    await audit(db, storeId, authorOf(run.created_by), null, {
      action: 'run_ended',
      subject_type: 'data_source',
      subject_id: run.data_source_id,
      details: { run_id, status, rows: total, added, updated, duplicated, held, failed, activities },
    })
  }
  await publishRun(db, storeId, ended)
  await notifyRun(db, storeId, ended)
  return ended
}
