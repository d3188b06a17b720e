import { setImmediate as aMoment } from 'node:timers/promises'
import type pg from 'pg'
import { authorOf } from '../../core/principal.ts'
import { isDiskFull, isOutage } from '../../core/sqlstate.ts'
import { startAskingIfNew } from '../../customers/changes/line-friends.ts'
import { startScan } from '../../customers/duplicates/start-scan.ts'
import { startPendingCalculation } from '../../customers/membership/start.ts'
import { type Db, inStore, onConnection } from '../../database/db.ts'
import { indexesAlone } from '../../database/plans.ts'
import type { CsvBatch } from '../../formats/files/csv.ts'
import { findFile, type StoredFile } from '../../formats/files/queries.ts'
import { openRows } from '../../formats/files/rows.ts'
import { audit } from '../../http/audit.ts'
import { ROOM_SECONDS } from '../../jobs/when-room.ts'
import type { Core } from '../../servers/core.ts'
import { unexpected } from '../../work/reference.ts'
import type { TimeSlice } from '../../work/time-slice.ts'
import { mappingProblem } from '../data-sources/mapping-problem.ts'
import { notifyRun } from '../data-sources/notify-run.ts'
import { lockDataSource } from '../data-sources/one.ts'
import { publishRun } from '../data-sources/publish-run.ts'
import { copyStats } from '../data-sources/run-counts.ts'
import { claimRun, endRun, lockRun } from '../data-sources/run-states.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { targetsOf } from '../data-sources/targets.ts'
import { moveDataSource } from '../data-sources/write-source.ts'
import { isKeyless, type ReadRow } from './decide.ts'
import { hasImportedRows } from './imported-rows.ts'
import { touchedBy } from './lookup.ts'
import { groupPendingRows } from './pending-groups.ts'
import type { Plan } from './plan.ts'
import { planOfRun } from './plan-of-run.ts'
import { followDryRun } from './queue-run.ts'
import { fieldReaders, rowReader } from './read-rows.ts'
import { repeatCounter } from './repeat-counter.ts'
import { rowHasher } from './row-hash.ts'
import { labelBook, MAX_NEW_LABELS, TooManyLabels } from './row-labels.ts'
import { withoutRecords } from './runs-before.ts'
import { storedKeys } from './stored-keys.ts'
import { surveyed } from './surveyed.ts'
import { noteWaiting } from './wait-for-room.ts'
import { prepareActivities } from './write-activities.ts'
import { decideNext, RunLostError, step, type Working, type Writing, writeBatch } from './write-batch.ts'
import { prepareLabels } from './write-labels.ts'
import { prepareOverlay } from './write-overlay.ts'

/** Rows of one transaction. Twice as many gain at most a tenth, take 30 MB more, and keep other requests waiting for longer. */
const BATCH_ROWS = 2500

/** Rows read in one go, about 5 ms: other requests are answered in between. */
const CELLS_AT_ONCE = 10_000

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
    if (error instanceof RunLostError) return
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
  const run = await claimRun(db, storeId, id)
  if (!run) return undefined
  if (run.kind === 'dry')
    await db.deleteFrom('run_record').where('store_id', '=', storeId).where('run', '=', id).execute()
  else await moveDataSource(db, storeId, run.data_source_id, 'processing')
  const file = (await findFile(db, storeId, run.file_id!))!
  const store = await db
    .selectFrom('store')
    .select('time_zone')
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  const targets = await targetsOf(db, storeId, run.mapping, file.columns.length, 'en')
  const problem = mappingProblem(run.mapping, targets)
  if (problem) {
    await finish(db, storeId, run, 'failed', {
      name: 'mapping_invalid',
      details: { reason: problem.en, reason_th: problem.th },
    })
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
    if (error instanceof RunLostError) return false
    throw error
  }
}

async function workThrough({ core, storeId, signal, batchRows, turn, clients }: Engine, work: Work): Promise<void> {
  const { run, file, timeZone, remembers, recordless } = work
  const reader = clients[0]!
  // The year that settles two-digit years is the run's own, so that a resume on New Year's Eve reads as before.
  const options = { timeZone, columns: file.columns, thisYear: Number(run.created_at.slice(0, 4)) }
  const readRow = rowReader(work.plan, file.facts, options)
  const readers = fieldReaders(work.plan, file.facts, options)
  const plan = await surveyed(core, reader, storeId, work, { readRow, readers })
  const overlay = run.kind === 'dry' ? await prepareOverlay(clients[1]!, plan) : null
  const writers = clients.slice(1, overlay ? 2 : undefined)
  for (const writer of writers) {
    if (plan.activity) await prepareActivities(writer)
    if (plan.labels.length > 0 || plan.rowLabels) await prepareLabels(writer)
  }
  const stored = await step(reader, storeId, () => storedKeys(reader, storeId, plan, run.total))
  const working: Working = { storeId, run, plan, reader, overlay, stored, book: labelBook(), remembers, recordless }
  const readNext = await namedRows(core, storeId, work, readRow)
  let { done } = run
  /** The oldest first, and not more than there are writers. */
  const writing: Writing[] = []
  let last = Promise.resolve(false)
  let left = false
  let paused = false
  try {
    for await (const rows of oneAhead(readBatches(openRows(core.storage, file, done, batchRows), readNext))) {
      signal.throwIfAborted()
      if (await core.disk?.isFull()) {
        paused = true
        break
      }
      if (done > run.done && (await turn?.isOver(onConnection(reader)))) {
        // A dry run has its people in a temporary table, and would begin from the start.
        if (overlay) await turn!.share()
        else left = true
        if (left) break
      }
      const decided = await decideNext(working, rows, writing)
      if (writing.length === writers.length && (await writing[0]!.written)) break
      // Taken in turns: the one whose batch ended first.
      const writer = writers.shift()!
      writers.push(writer)
      last = writeBatch(working, writer, done, decided, last)
      const entry: Writing = { touched: overlay ? null : touchedBy(plan, decided), written: last }
      writing.push(entry)
      const leave = () => void writing.splice(writing.indexOf(entry), 1)
      // A failed batch rejects the one after it, and in the end the promise of the last one.
      last.then(leave, leave)
      done += rows.length
    }
  } catch (error) {
    // A batch before that failed is the reason for what came after it.
    await last
    throw error
  }
  const cancelled = await last
  if (paused && !cancelled) return step(reader, storeId, (db) => waitForRoom(core, db, storeId, run, turn))
  if (left && !cancelled) return step(reader, storeId, (db) => leave(core, db, storeId, run, turn!))
  // New people are found at once: no search has to read through what was added.
  if (run.kind === 'real') await reader.query('select auth.flush_search()')
  await step(reader, storeId, async (db) => {
    // Before the run, as its start does.
    if (run.follow) await lockDataSource(db, storeId, run.data_source_id)
    const ended = await finish(db, storeId, run, cancelled ? 'cancel' : 'completed')
    if (run.follow) await followDryRun(core, db, storeId, ended)
    if (ended.kind === 'real') await startPendingCalculation(core, db, storeId)
    const changed = ended.kind === 'real' && ended.added + ended.updated > 0
    const by = authorOf(ended.created_by)
    if (changed && by) {
      await startScan(core, db, storeId, by, { whole: false })
      await startAskingIfNew(core, db, storeId, by)
    }
  })
}

/** Returns a reader whose rows have their hashes, and know how many equal ones without keys came before. */
async function namedRows(
  core: Core,
  storeId: number,
  { run, file, plan }: Work,
  readRow: ReturnType<typeof rowReader>,
): Promise<ReturnType<typeof rowReader>> {
  const hashOf = rowHasher(core.config.secretKey, storeId, file.columns)
  const repeatsOf = plan.addsKeyless ? repeatCounter(run.total) : undefined
  const read = (no: number, cells: readonly string[]): ReadRow => {
    const row = readRow(no, cells)
    if ('error' in row) return row
    row.hash = hashOf(cells)
    if (repeatsOf && isKeyless(plan, row.values)) row.repeats = repeatsOf(row.hash)
    return row
  }
  // A run that goes on counts the rows before it once more.
  if (repeatsOf && run.done > 0)
    for await (const { rows, firstRow } of openRows(core.storage, file, 0, BATCH_ROWS)) {
      if (firstRow > run.done) break
      for (const [place, cells] of rows.entries()) if (firstRow + place <= run.done) read(firstRow + place, cells)
      await aMoment()
    }
  return read
}

/** Lets others have their turn: the run goes on behind them, from the rows that are done. */
async function leave(core: Core, db: Db, storeId: number, run: RunRow, turn: TimeSlice): Promise<void> {
  if (!(await lockRun(db, storeId, run))) throw new RunLostError()
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
  if (!(await lockRun(db, storeId, run))) throw new RunLostError()
  await noteWaiting(db, storeId, run.id)
  const payload = { store_id: storeId, run: run.id }
  await core.jobs.enqueue(db, 'data-source-run', payload, { behind: true, afterSeconds: ROOM_SECONDS })
  await turn?.leave(db)
}

/** Reads the rows of each batch, a few at a time. */
async function* readBatches(batches: AsyncIterable<CsvBatch>, readRow: ReturnType<typeof rowReader>) {
  for await (const batch of batches) {
    const rows: ReadRow[] = []
    let read = CELLS_AT_ONCE
    for (const [place, cells] of batch.rows.entries()) {
      if (read >= CELLS_AT_ONCE) {
        read = 0
        await aMoment()
      }
      read += cells.length
      rows.push(readRow(batch.firstRow + place, cells))
    }
    yield rows
  }
}

/** The same, but each is being made while the one before is worked with: here while people are looked up. */
async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const ask = () => {
    const next = source.next()
    // It is looked at when its turn comes, or not at all.
    next.catch(() => {})
    return next
  }
  try {
    for (let next = ask(); ; ) {
      const { done, value } = await next
      if (done) return
      next = ask()
      yield value
    }
  } finally {
    await source.return(undefined)
  }
}

async function finish(
  db: Db,
  storeId: number,
  run: RunRow,
  status: 'completed' | 'cancel' | 'failed',
  error?: Parameters<typeof endRun>[5],
) {
  const ended = await endRun(db, storeId, run.id, run.fence, status, error)
  if (!ended) throw new RunLostError()
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
