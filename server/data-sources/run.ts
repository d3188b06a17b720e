import type pg from 'pg'
import { type Db, inStore, isOutage, onConnection } from '../core/db.ts'
import type { Core } from '../core/implement.ts'
import { findFile, type StoredFile } from '../files/queries.ts'
import { fieldsOf } from '../profile-fields/fields.ts'
import { readCsvBatches } from './csv.ts'
import { type Decided, decideBatch, type ReadRow } from './decide.ts'
import { lookUp } from './lookup.ts'
import { mappingProblem, type Plan, planOf } from './plan.ts'
import { moveDataSource } from './queries.ts'
import { rowReader } from './read-rows.ts'
import { readingAfter } from './row-offsets.ts'
import { type BatchCounts, claimRun, copyStats, countBatch, countHour, endRun, type RunRow } from './runs.ts'
import { OVERLAY, prepareOverlay, writeOverlay } from './write-overlay.ts'
import { noticeKeys, prepareProfiles, writeProfiles } from './write-profiles.ts'
import { prepareRecords, writeRecords } from './write-records.ts'

/** Rows of one transaction. */
const BATCH_ROWS = 5000

/** Thrown inside a batch when another worker has claimed the run: nothing of the batch may be committed. */
class LostRun extends Error {}

/**
 * Works one run, dry or real, batch by batch. Each batch is one transaction that holds the profiles, the journal, the counters
 * and the progress, so a worker that dies loses nothing and whoever goes on doubles nothing; the fence keeps a worker that
 * wakes up late from committing.
 */
export async function runDataSource(
  core: Core,
  storeId: number,
  id: number,
  signal: AbortSignal,
  batchRows = BATCH_ROWS,
): Promise<void> {
  const client = await core.pool.connect()
  let broken: Error | undefined
  let work: Work | undefined
  try {
    const engine = { client, core, storeId, signal, batchRows }
    // Short statements over a few thousand rows: indexes always, and plans that don't change with the store's size.
    await client.query(
      'set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set plan_cache_mode = force_generic_plan; set jit = off',
    )
    await takeOver(client, id)
    work = await step(engine, (db) => begin(db, storeId, id))
    if (work) await workThrough(engine, work)
  } catch (error) {
    broken = error as Error
    if (error instanceof LostRun) return
    // A stopping server and a database that is away leave the run to whoever comes next; anything else would only fail again.
    if (signal.aborted || isOutage(error)) throw error
    await inStore(core.pool, storeId, (db) => giveUp(db, storeId, id, work?.run))
    throw error
  } finally {
    // Settings and temporary tables are this run's: the connection is not given back.
    client.release(broken ?? true)
  }
}

/**
 * Ends the connection of a worker that had the run before: one that hangs would hold the rows of its open batch, and this one
 * would wait for them. The fence alone keeps it from committing.
 */
async function takeOver(client: pg.PoolClient, id: number): Promise<void> {
  const name = `ruam run ${id}`
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database() and usename = current_user',
    [name],
  )
  await client.query("select set_config('application_name', $1, false)", [name])
}

interface Engine {
  client: pg.PoolClient
  core: Core
  storeId: number
  signal: AbortSignal
  batchRows: number
}

interface Work {
  run: RunRow
  file: StoredFile
  plan: Plan
  timeZone: string
}

/** One transaction in the store, on the engine's own connection. */
async function step<T>(
  { client, storeId }: Pick<Engine, 'client' | 'storeId'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  await client.query(`begin; select set_config('ruam.store_id', '${storeId}', true)`)
  try {
    const result = await work(onConnection(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

async function begin(db: Db, storeId: number, id: number): Promise<Work | undefined> {
  const run = await claimRun(db, storeId, id)
  if (!run) return undefined
  if (run.kind === 'dry')
    await db.deleteFrom('run_record').where('store_id', '=', storeId).where('run', '=', id).execute()
  else await moveDataSource(db, storeId, run.data_source_id, 'processing')
  const file = (await findFile(db, storeId, run.file_id))!
  const store = await db
    .selectFrom('store')
    .select('time_zone')
    .where('store_id', '=', storeId)
    .executeTakeFirstOrThrow()
  const fields = await fieldsOf(db, storeId, 'en')
  const problem = mappingProblem(run.mapping, file.columns.length, fields)
  if (problem) {
    await finish(db, storeId, run, 'failed', {
      name: 'mapping_invalid',
      details: { reason: problem.en, reason_th: problem.th },
    })
    return undefined
  }
  return { run, file, plan: planOf(run.mapping, file.columns.length, fields), timeZone: store.time_zone }
}

/** Ends a run that can't go on. `claimed`: as this worker claimed it, which does nothing when another one has it by now. */
async function giveUp(db: Db, storeId: number, id: number, claimed: RunRow | undefined): Promise<void> {
  const run = claimed ?? (await claimRun(db, storeId, id))
  if (!run) return
  await finish(db, storeId, run, 'failed', { name: 'internal' }).catch((error) => {
    if (!(error instanceof LostRun)) throw error
  })
}

async function workThrough(engine: Engine, { run, file, plan, timeZone }: Work): Promise<void> {
  const { client, core, storeId, signal, batchRows } = engine
  const dry = run.kind === 'dry'
  await prepareRecords(client)
  await (dry ? prepareOverlay(client, plan) : prepareProfiles(client, plan))
  // The year that settles two-digit years is the run's own, so that a resume on New Year's Eve reads as before.
  const readRow = rowReader(plan, file.facts, { timeZone, thisYear: Number(run.created_at.slice(0, 4)) })
  let { done } = run
  const { offset, options } = readingAfter(done, file.row_offsets)
  const source = core.storage.read(file.storage_key, offset)
  for await (const batch of readCsvBatches(source, { ...file.settings, batchRows, ...options })) {
    signal.throwIfAborted()
    const rows = batch.rows.map((cells, place) => readRow(batch.firstRow + place, cells))
    const cancelled = await step(engine, (db) => commitBatch(engine, db, run, plan, done, rows))
    done += rows.length
    if (cancelled) {
      await step(engine, (db) => finish(db, storeId, run, 'cancel'))
      return
    }
  }
  await step(engine, (db) => finish(db, storeId, run, 'completed'))
}

/** Answers whether somebody asked the run to stop. */
async function commitBatch(
  { client, storeId }: Engine,
  db: Db,
  run: RunRow,
  plan: Plan,
  done: number,
  rows: ReadRow[],
): Promise<boolean> {
  const dry = run.kind === 'dry'
  if (!dry && (await noticeKeys(client, storeId, plan))) await prepareProfiles(client, plan)
  const known = await lookUp(client, storeId, plan, rows, dry ? OVERLAY : undefined)
  const decided = decideBatch(plan, rows, known)
  if (dry) await writeOverlay(client, plan, decided)
  else await writeProfiles(client, storeId, { id: run.id, createdBy: run.created_by }, plan, decided)
  await writeRecords(client, storeId, run.id, plan, decided.decisions)
  const counts = countsOf(decided)
  if (!dry) await countHour(db, storeId, counts)
  // Last, so that the row stays locked for the shortest time: the screen asks for it all the while.
  const counted = await countBatch(db, storeId, run.id, run.fence, done, rows.length, counts)
  if (!counted) throw new LostRun()
  return counted.cancel_requested
}

function countsOf({ decisions }: Decided): BatchCounts {
  const counts: BatchCounts = { added: 0, updated: 0, duplicated: 0, failed: 0, conflict: 0 }
  for (const { status } of decisions) {
    counts[status]++
    // A conflict is a failure with a name of its own.
    if (status === 'conflict') counts.failed++
  }
  return counts
}

async function finish(
  db: Db,
  storeId: number,
  run: RunRow,
  status: 'completed' | 'cancel' | 'failed',
  error?: Parameters<typeof endRun>[5],
) {
  if (!(await endRun(db, storeId, run.id, run.fence, status, error))) throw new LostRun()
  if (run.kind === 'dry') return
  const to = { completed: 'success', cancel: 'ready_to_update', failed: 'process_failed' } as const
  await copyStats(db, storeId, run.id)
  await moveDataSource(db, storeId, run.data_source_id, to[status], ['processing'])
}
