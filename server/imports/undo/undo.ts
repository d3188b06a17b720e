import type { UndoPreview } from '@ruam/contract/imports/undo.ts'
import { sql } from 'kysely'
import { authorOf, type Principal } from '../../core/principal.ts'
import { noteOrigin } from '../../customers/changes/origin.ts'
import { startScan } from '../../customers/duplicates/start-scan.ts'
import { fieldsOf } from '../../customers/fields/fields.ts'
import { totalProfiles } from '../../customers/profiles/queries.ts'
import type { Db } from '../../database/db.ts'
import { audit } from '../../http/audit.ts'
import type { JobWorker } from '../../jobs/define.ts'
import type { Core } from '../../servers/core.ts'
import { publishRun } from '../data-sources/publish-run.ts'
import { markUndone, undoneTo } from '../data-sources/run-states.ts'
import { type RunRow, runById } from '../data-sources/runs.ts'
import { isCutOffField } from '../run/name-cells.ts'
import { isLatinSpelling } from '../run/name-fields.ts'
import { countUndo } from './count-undo.ts'
import type { UndoScope } from './touched-profiles.ts'
import { undoBlock, undoLabelsOf } from './undo-block.ts'

/** Rows of the file whose profiles are dealt with in one transaction. */
const BLOCK_ROWS = 5000

const none: UndoPreview = {
  profiles_removed: 0,
  profiles_kept: 0,
  profiles_restored: 0,
  values_restored: 0,
  values_kept: 0,
  labels_removed: 0,
  activities_removed: 0,
}

const sumOf = (one: UndoPreview, other: UndoPreview) =>
  Object.fromEntries(
    Object.entries(one).map(([name, n]) => [name, n + other[name as keyof UndoPreview]]),
  ) as UndoPreview

async function scopeOf(db: Db, storeId: number, run: RunRow): Promise<UndoScope & { run: RunRow }> {
  const fields = await fieldsOf(db, storeId, 'en')
  // Items of a stream may name any field.
  if (run.kind === 'stream') return { storeId, run, fields }
  const mapped = new Set(run.mapping.mapping.map((row) => row.destination_id))
  return {
    storeId,
    run,
    hasLines: run.mapping.lines != null,
    fields: fields.filter((field) => mapped.has(field.id) || isLatinSpelling(field) || isCutOffField(field)),
  }
}

/** Rows whose profiles are counted: those after `from` up to `to`. */
interface Part {
  from: number
  to: number
}

/** Returns the effect of an undo on a part of its rows. Labels and activities are counted with the first part. */
export async function previewUndo(db: Db, storeId: number, run: RunRow, { from, to }: Part): Promise<UndoPreview> {
  const scope = await scopeOf(db, storeId, run)
  const labels = undoLabelsOf(run)
  const ofRun =
    run.kind === 'stream'
      ? sql`profile_id = any(array(select distinct profile_id from run_record
          where store_id = ${storeId} and run = ${run.id} and adds_activity))`
      : sql`type_id = ${run.mapping.activity_id}`
  // A purchase with lines of another run stays.
  const lines = run.mapping.lines
    ? sql`and not exists (select from purchase_line l where l.store_id = ${storeId} and l.activity_id = activity.id
        and l.run_id <> ${run.id} offset 0)`
    : sql``
  const profiles = await countUndo(db, scope, from, to)
  if (from > run.undone_to) return { ...none, ...profiles }
  const { rows } = await sql<Pick<UndoPreview, 'labels_removed' | 'activities_removed'>>`select
      (select count(*)::int from profile_label where store_id = ${storeId} and label_id = any(${labels}::int[])
        and source = 'import' and run_id = ${run.id}) as labels_removed,
      (select count(*)::int from activity where store_id = ${storeId} and ${ofRun} and run_id = ${run.id}
        and not exists (select from replaced_activity o where o.store_id = ${storeId} and o.activity_id = activity.id
          and o.run = ${run.id} offset 0) ${lines}) as activities_removed`.execute(db)
  return { ...profiles, ...rows[0]! }
}

interface Cursor {
  /** Counts so far. */
  counts: UndoPreview
}

/**
 * Takes a run back block by block, in the order of the file. What a block does and how far the run is taken back are one
 * transaction, so that the next worker, after a crash or a stop, does nothing twice.
 */
export async function undoRun(
  { storeId, job, block, core }: Parameters<JobWorker<{ run: number }>>[0],
  blockRows = BLOCK_ROWS,
): Promise<UndoPreview> {
  let { counts } = (job.cursor as Cursor | null) ?? { counts: none }
  for (let over = false; !over; ) {
    // Noted when the block is committed: it may be done again.
    let sum = counts
    await block(async (db) => {
      const run = await runById(db, storeId, job.request.run)
      const from = run.undone_to
      const to = Math.min(from + blockRows, run.done)
      over = run.undone_at !== null
      if (over) return {}
      await noteOrigin(db, `undo:${run.id}`)
      const scope = await scopeOf(db, storeId, run)
      const later = await cameLater(db, storeId, run)
      const counted = await undoBlock(db, { ...scope, run, job: job.id, userId: job.created_by, later }, from, to)
      sum = sumOf(counts, counted)
      if (!(await undoneTo(db, storeId, run.id, from, to))) throw new Error('Another job takes this run back')
      over = to === run.done
      if (over) await end(core, db, storeId, run, authorOf(job.created_by), sum)
      return {
        done: to - from,
        changed: counted.profiles_removed + counted.profiles_restored,
        skipped: counted.profiles_kept,
        cursor: { counts: sum } satisfies Cursor,
      }
    })
    counts = sum
  }
  // Names that were put back are found at once, and no search has to read through them.
  await core.pool.query('select auth.flush_search()')
  return counts
}

async function cameLater(db: Db, storeId: number, { id }: RunRow): Promise<boolean> {
  const later = db.selectFrom('run').select('id').where('store_id', '=', storeId).where('kind', '<>', 'dry')
  return (await later.where('id', '>', id).limit(1).executeTakeFirst()) !== undefined
}

async function end(
  core: Core,
  db: Db,
  storeId: number,
  run: RunRow,
  by: Principal | null,
  counts: UndoPreview,
): Promise<void> {
  const undone = await markUndone(db, storeId, run.id)
  await audit(db, storeId, by, null, {
    action: 'import_undone',
    subject_type: 'data_source',
    subject_id: run.data_source_id,
    details: { run_id: run.run_id, ...counts },
  })
  await publishRun(db, storeId, undone)
  if (counts.profiles_restored === 0 || !by) return
  // Values that tell people apart may differ once most customers have changed.
  const whole = 2 * counts.profiles_restored > (await totalProfiles(db, storeId))
  await startScan(core, db, storeId, by, { whole })
}
