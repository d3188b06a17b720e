import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { sql } from 'kysely'
import { ApiError } from '../../core/api-error.ts'
import { authorOf } from '../../core/principal.ts'
import { lockForPipeline } from '../../customers/profiles/lock.ts'
import { inStore } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import { findRun, findRunByNumber, type RunRow, runById } from '../../imports/data-sources/runs.ts'
import { moveDataSource } from '../../imports/data-sources/write-source.ts'
import { queueRun } from '../../imports/run/queue-run.ts'
import type { Core } from '../../servers/core.ts'
import { figuresOfRun } from '../terms/figures.ts'
import { actingMember } from './acting-member.ts'
import { type ArrivedHead, begin, readArrived, tryOut } from './begin.ts'
import { evaluateFile, letWait, mayImport } from './evaluate.ts'
import { failFile } from './fail.ts'
import { Later, type Step, stop, usableSource } from './one-step.ts'
import { pauseWatch } from './pause.ts'
import { firstInQueue, lockWatch, moveFile, type WatchFileRow } from './queries.ts'
import { followFiles } from './terms-of-watch.ts'

/** Imports a file whose dry run ended inside its terms; any other waits. */
async function decide(step: Step, dry: RunRow, figures: Awaited<ReturnType<typeof figuresOfRun>>): Promise<boolean> {
  const { core, db, storeId, watch, file } = step
  const source = await usableSource(step)
  if (!source) return false
  // Its answer is for another file or mapping: it is tried once more.
  if (source.file_id !== file.file_id || dry.version !== source.version)
    return moveFile(db, storeId, file, { status: 'arrived' })
  const outcome = await evaluateFile(db, storeId, watch, file, dry, figures)
  if (!mayImport(outcome, file)) return letWait(db, storeId, watch, file, outcome)
  const member = await actingMember(db, storeId, watch.acts_for)
  if (!member) return stop(step, 'watch_member')
  // No edit is half-way through when it begins, and a later one finds it.
  await lockForPipeline(db, storeId, 'pipeline_busy')
  if (!(await moveDataSource(db, storeId, watch.data_source_id, 'waiting'))) throw new Later()
  const run_id = await queueRun(core, db, storeId, member.id, dry)
  await audit(db, storeId, authorOf(member.id), null, {
    ...{ action: 'run_started', subject_type: 'data_source', subject_id: watch.data_source_id },
    details: { run_id, watch: watch.id },
  })
  const run = (await findRun(db, storeId, watch.data_source_id, run_id))!
  return moveFile(db, storeId, file, {
    status: 'importing',
    figures: JSON.stringify(figures),
    broken: JSON.stringify(outcome.broken),
    questions: outcome.questions,
    run_id: run.id,
  })
}

/** Notes the end of an import. */
async function end({ db, storeId, watch, file }: Step): Promise<boolean> {
  const run = await runById(db, storeId, file.run_id!)
  if (run.status === 'pending' || run.status === 'processing') throw new Later()
  await sql`update watch set next_look_at = least(next_look_at, now()) where store_id = ${storeId} and id = ${watch.id}`.execute(
    db,
  )
  if (run.status === 'completed') {
    const ended = await moveFile(db, storeId, file, { status: 'imported' })
    await followFiles(db, storeId, watch)
    return ended
  }
  return failFile(db, storeId, file, run.error ?? { name: 'watch_run_stopped' })
}

/** Reads the figures of a dry run that has ended, outside of any transaction. */
async function figuresOfDryRun(core: Core, storeId: number, file: WatchFileRow) {
  if (file.status !== 'trying') return undefined
  const dry = await inStore(core.pool, storeId, (db) => findRunByNumber(db, storeId, file.dry_run_id!))
  return { dry, figures: dry?.status === 'completed' ? await figuresOfRun(core, storeId, dry.id) : undefined }
}

/** Outcome of a dry run that is not completed. */
async function afterDryRun(step: Step, dry: RunRow | undefined): Promise<boolean> {
  const { db, storeId, watch, file } = step
  if (dry?.status === 'pending' || dry?.status === 'processing') throw new Later()
  // Another dry run of the data source took its place.
  if (!dry || dry.version === -1) return moveFile(db, storeId, file, { status: 'arrived' })
  const reason = dry.error && pauses[dry.error.name as ErrorName]
  if (reason) return stop(step, reason)
  return letWait(db, storeId, watch, file, { error: dry.error ?? { name: 'watch_run_stopped' } })
}

/** Refusals after which the step is repeated. */
const retried: readonly ErrorName[] = ['pipeline_busy', 'data_source_status', 'data_source_disabled']
const pauses: Partial<Record<ErrorName, ErrorName>> = {
  forbidden: 'watch_member',
  field_sensitive: 'watch_member',
  column_sensitive: 'watch_member',
  match_keys_missing: 'watch_mapping',
  mapping_invalid: 'watch_mapping',
}

/** Ends a step that was refused, after its transaction was rolled back. */
async function afterRefusal(core: Core, storeId: number, before: WatchFileRow, { errorName, details }: ApiError) {
  const reason = pauses[errorName]
  return inStore(core.pool, storeId, async (db) => {
    const watch = await lockWatch(db, storeId, before.watch_id)
    const file = await firstInQueue(db, storeId, before.watch_id)
    if (!watch || file?.id !== before.id || file.status !== before.status) return false
    if (reason) {
      if (watch.status === 'active') await pauseWatch(db, storeId, watch, { reason })
      return false
    }
    return failFile(db, storeId, file, { name: errorName, ...(details && { details }) })
  })
}

/**
 * Moves the oldest file of a watch as far as it comes now: each step is one transaction, and safe to repeat after a crash. Returns true
 * if a file is on its way and waits for no person.
 */
export async function stepWatch(core: Core, storeId: number, watchId: number): Promise<boolean> {
  let head: ArrivedHead | undefined
  let isUnread = false
  for (;;) {
    const before = await inStore(core.pool, storeId, (db) => firstInQueue(db, storeId, watchId))
    if (!before || before.status === 'waiting') return false
    try {
      const tried = await figuresOfDryRun(core, storeId, before)
      if (isUnread) head = await readArrived(core, storeId, before)
      isUnread = false
      const moved = await inStore(core.pool, storeId, async (db) => {
        const watch = await lockWatch(db, storeId, watchId)
        const file = await firstInQueue(db, storeId, watchId)
        if (!watch) return false
        // Another worker or a person was first: the queue is read again.
        const isSame = file?.id === before.id && file.status === before.status && file.dry_run_id === before.dry_run_id
        if (!isSame) return true
        const step = { core, db, storeId, watch, file }
        if (file.status === 'importing') return end(step)
        if (watch.status !== 'active') return false
        if (file.status === 'arrived') return begin(step, head)
        if (file.status === 'reading') return tryOut(step)
        const { dry, figures } = tried!
        return dry && figures ? decide(step, dry, figures) : afterDryRun(step, dry)
      })
      if (!moved) return false
      isUnread = moved === 'unread'
    } catch (error) {
      if (error instanceof Later) return true
      if (!(error instanceof ApiError)) throw error
      if (retried.includes(error.errorName)) return true
      if (!(await afterRefusal(core, storeId, before, error))) return false
    }
  }
}

/** Moves the files of a store that are on their way, after a load or a run ended. */
export async function stepWatches(core: Core, storeId: number): Promise<void> {
  const moving = await inStore(core.pool, storeId, (db) =>
    db
      .selectFrom('watch_file')
      .select('watch_id')
      .distinct()
      .where('store_id', '=', storeId)
      .where('status', 'in', ['reading', 'trying', 'importing'])
      .orderBy('watch_id')
      .execute(),
  )
  for (const { watch_id } of moving) await stepWatch(core, storeId, watch_id)
}
