import type pg from 'pg'
import { contextOf, writeIn } from '../../core/context.ts'
import { afterProfilesChanged } from '../../customers/changes/after-profiles-changed.ts'
import type { LabelMoves } from '../../customers/changes/labels.ts'
import { noteOrigin } from '../../customers/changes/origin.ts'
import { publishChanged } from '../../customers/changes/publish-change.ts'
import { dependency } from '../../customers/membership/dependencies.ts'
import type { ChangedProfiles } from '../../customers/membership/evaluate.ts'
import { type Db, onConnection } from '../../database/db.ts'
import { type RecordedConsents, recordConsents } from '../consents/write-consents.ts'
import { publishRun } from '../data-sources/publish-run.ts'
import { type BatchCounts, countShared, type SharedCounts } from '../data-sources/run-counts.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { noteAdditions } from './additions.ts'
import { reaches } from './decide.ts'
import { decideExisting } from './decide-existing.ts'
import type { Decided, ReadRow, RowDecision } from './decided-rows.ts'
import { findImported, findWaiting } from './imported-rows.ts'
import { findAnswers } from './match-answers.ts'
import { noteHolders, withHolders } from './order-holders.ts'
import { takesLines } from './order-rows.ts'
import type { Plan } from './plan.ts'
import { type LabelBook, lookUpLabels } from './row-labels.ts'
import type { RowPlace } from './row-places.ts'
import type { RunKind, Writing } from './run-kinds.ts'
import { waitedBefore } from './runs-before.ts'
import { addRowLabels, type Labelled } from './write-labels.ts'
import { writeRunRecords } from './write-records.ts'

/** Thrown inside a batch when another worker has claimed the run: nothing of the batch may be committed. */
export class LostRun extends Error {}

/** Thrown inside a batch when the run was cancelled with the batch before. */
class Cancelled extends Error {}

/** Context of a run's batches. */
export interface BatchContext {
  storeId: number
  run: RunRow
  plan: Plan
  /** Looks profiles up while earlier batches are still being written. */
  reader: pg.ClientBase
  kind: RunKind
  /** Runs of a batch that several programs have sent, and where its rows belong. */
  shared?: SharedBatch | undefined
  /** Meanings of label names in the file. */
  book: LabelBook
  earlier: EarlierRuns
}

/** The rows of a batch by run. */
interface SharedBatch {
  runs: readonly RunRow[]
  places: ReadonlyMap<number, RowPlace>
}

/** Traces of earlier runs in the store. */
interface EarlierRuns {
  /** True if the store remembers hashes of imported rows. */
  remembers: boolean
  /** Runs of the same rows whose waiting rows only the hashes tell: their records are gone. */
  recordless: ReadonlySet<number> | null
}

/** Streams look for no rows of earlier runs. */
export const noEarlierRuns: EarlierRuns = { remembers: false, recordless: null }

/**
 * One transaction in the store, on one of the run's own connections. Statements are planned again, which is too cheap to be seen: a plan made
 * while the store had 300 people can take the primary key for everybody's e-mail, and costs a minute at 100,000.
 */
export async function step<T>(client: pg.ClientBase, storeId: number, work: (db: Db) => Promise<T>): Promise<T> {
  await client.query(`discard plans; begin; ${contextOf(storeId)}; ${writeIn(storeId)}`)
  try {
    const result = await work(onConnection(client))
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** Decides the next batch as if those that are being written were committed. Writes nothing, but takes ids. */
export function decideNext(
  context: BatchContext,
  rows: readonly ReadRow[],
  writing: readonly Writing[],
): Promise<Decided> {
  return step(context.reader, context.storeId, (db) => decideRows(db, context, rows, writing))
}

/** Decides a batch in the caller's transaction on the reading connection. */
export async function decideRows(
  db: Db,
  { storeId, run, plan, kind, book, earlier: { remembers, recordless } }: BatchContext,
  rows: readonly ReadRow[],
  writing: readonly Writing[] = [],
): Promise<Decided> {
  // Batches leave the list when they are committed, which a lookup may or may not see.
  const before = [...writing]
  if (recordless) await markWaitedByHash(db, storeId, recordless, rows)
  else if (plan.runsBefore) await markWaited(db, storeId, plan.runsBefore, rows)
  const ordered = takesLines(plan) ? await withHolders(db, storeId, run, plan, rows) : rows
  const labelled = plan.rowLabels ? await lookUpLabels(db, storeId, plan, book, ordered) : ordered
  const decided = await decideExisting(plan, labelled, {
    holders: (key, texts) => kind.holders(key, texts, before),
    numbered: (numbers) => kind.numbered(numbers, before),
    answers: (names) => findAnswers(db, storeId, names),
    imported: remembers ? (hashes) => findImported(db, storeId, run.id, hashes) : undefined,
  })
  if ([...decided.added, ...decided.updated].some(({ kept }) => kept)) plan.contacts = true
  if (decided.decisions.some(({ furtherNames }) => furtherNames)) plan.furtherNames = true
  await kind.noteDecided(decided)
  if (takesLines(plan)) noteHolders(plan, decided.orders)
  return decided
}

async function markWaited(db: Db, storeId: number, runs: ReadonlySet<number>, rows: readonly ReadRow[]): Promise<void> {
  if (rows.length === 0) return
  const waited = await waitedBefore(db, storeId, runs, rows[0]!.no, rows.at(-1)!.no)
  for (const row of rows) if ('values' in row && waited.has(row.no)) row.waited = true
}

async function markWaitedByHash(
  db: Db,
  storeId: number,
  runs: ReadonlySet<number>,
  rows: readonly ReadRow[],
): Promise<void> {
  const waiting = await findWaiting(
    db,
    storeId,
    runs,
    rows.flatMap(({ hash }) => hash ?? []),
  )
  for (const row of rows) if ('values' in row && row.hash && waiting.has(row.hash)) row.waited = true
}

/**
 * Writes a batch in one transaction, which is committed only after the batch before it and only while the run is this worker's;
 * `done`: rows of the run before the batch. New profiles are inserted while the batch before is still being written: they touch
 * nothing of it. All else waits for it. Returns true if a user has cancelled the run.
 */
export async function writeBatch(
  context: BatchContext,
  writer: pg.ClientBase,
  done: number,
  decided: Decided,
  before: Promise<boolean>,
): Promise<boolean> {
  try {
    return await step(writer, context.storeId, async (db) => {
      await noteRun(db, context)
      await context.kind.insertAdded(writer, decided)
      if (await before) throw new Cancelled()
      const counted = await writeDecided(db, writer, context, done, decided)
      await publishRun(db, context.storeId, counted)
      return counted.cancel_requested
    })
  } catch (error) {
    if (error instanceof Cancelled) return true
    throw error
  }
}

/** Writes decided rows in the caller's transaction and returns the run. Throws LostRun. */
export async function writeAtOnce(
  db: Db,
  client: pg.ClientBase,
  context: BatchContext,
  decided: Decided,
): Promise<RunRow> {
  await noteRun(db, context)
  await context.kind.insertAdded(client, decided)
  return writeDecided(db, client, context, context.run.done, decided)
}

/** Items of programs are no file: their changes have no origin. */
const noteRun = async (db: Db, { run }: BatchContext) => {
  if (run.kind === 'real') await noteOrigin(db, `run:${run.id}`)
}

/** Writes the rest of a batch in the caller's transaction, and returns the run. Throws LostRun. */
async function writeDecided(
  db: Db,
  writer: pg.ClientBase,
  context: BatchContext,
  done: number,
  decided: Decided,
): Promise<RunRow> {
  const { storeId, run, plan, kind, book, shared } = context
  await kind.writeChanged(db, writer, decided)
  // Before labels: customers are locked first.
  const consents = await recordAnswers(db, context, decided)
  const {
    added: activities,
    met,
    metLines,
    replaced,
    left = [],
  } = await kind.writeActivities(writer, decided.decisions)
  const labelled = await addRowLabels(writer, db, storeId, run, { plan, book }, decided.decisions)
  const { labelsOf } = labelled
  noteAdditions(plan, decided.decisions, { activities, replaced, given: byProfile(labelled), labelsOf })
  const origin = { ...run, places: shared?.places }
  await writeRunRecords(writer, storeId, origin, plan, decided.decisions, { met, metLines }, kind.timed)
  const counts = countsOf(decided)
  if (kind.cause) {
    const made = decided.added.map((entry) => entry.id!)
    const labels = movesOf(labelled)
    const also = {
      reads: [...labelled.named.map(dependency.label), ...consents.reads],
      ids: [...left, ...consents.ids],
    }
    const judged = judgedBy(context, decided, made, also)
    const counted = { activities: counts.activities, counts: recordsOf(counts) }
    await afterProfilesChanged(db, storeId, kind.cause, {
      ...{ made, labels, judged, ...counted },
      lineIds: {
        ids: plan.fields.some(({ field }) => field.column === 'line_user_id') ? peopleOf(decided.decisions) : [],
        scope: plan.lineScope,
      },
    })
    await publishChanged(db, storeId, run.created_by, judged.ids)
  }
  // Last, so that the row stays locked for the shortest time: the screen asks for it all the while.
  if (shared) {
    await countShared(db, storeId, countsByRun(shared, decided))
    return run
  }
  const counted = await kind.count(db, done, decided.decisions.length, {
    ...counts,
    ...labelled,
    consents: consents.counts,
  })
  if (!counted) throw new LostRun()
  return counted
}

/** Records the answers of rows to purposes. A row that waits or failed has no customer. */
function recordAnswers(
  db: Db,
  { storeId, run, plan }: BatchContext,
  { decisions }: Decided,
): Promise<RecordedConsents> {
  if (!plan.consents) return Promise.resolve({ counts: {}, ids: [], reads: [] })
  const recording = {
    run: { id: run.id, createdBy: run.created_by, isOfProgram: run.kind === 'stream' },
    isDry: run.kind === 'dry',
    planned: plan.consents,
  }
  const rows = decisions.map((decision) => ({
    no: decision.no,
    profileId: decision.entry?.id ?? null,
    isTaken: reaches(plan, decision),
    consents: decision.consents ?? [],
    unread: decision.unread,
  }))
  return recordConsents(db, storeId, recording, rows)
}

/** Counts of a batch for each of its runs. */
const countsByRun = ({ runs, places }: SharedBatch, { decisions }: Decided): SharedCounts[] => {
  const own = Map.groupBy(decisions, ({ no }) => places.get(no)!.run)
  return runs.map(({ id }) => ({ id, rows: own.get(id)!.length, ...countsOf({ decisions: own.get(id)! }) }))
}

function countsOf({ decisions }: Pick<Decided, 'decisions'>): BatchCounts {
  const counts = {
    added: 0,
    updated: 0,
    duplicated: 0,
    failed: 0,
    conflict: 0,
    held: 0,
    activities: 0,
    erased: 0,
    unread_rows: 0,
    unread_cells: 0,
    keyless: 0,
  }
  for (const { status, activity, replaces, error, unread, keyless } of decisions) {
    const held = error?.failure === 'maybe_somebody_else'
    counts[held ? 'held' : status]++
    if (activity && !replaces) counts.activities++
    if (unread.length > 0) counts.unread_rows++
    if (keyless) counts.keyless++
    counts.unread_cells += unread.length
    if (error?.failure === 'erased_person') counts.erased++
    // A conflict is a failure with a name of its own.
    if (status === 'conflict') counts.failed++
  }
  return counts
}

/** Profiles to evaluate after the run: new ones by all segments, changed ones by changed dependencies. `also`: what rows changed of others. */
function judgedBy(
  { run, plan, kind, shared }: BatchContext,
  { decisions }: Decided,
  made: readonly number[],
  also: ChangedProfiles & { reads: readonly string[] },
): ChangedProfiles {
  const ids = [...new Set([...peopleOf(decisions.filter((decision) => !isUntouched(decision))), ...also.ids])]
  const written = plan.fields.flatMap(({ field, evidence }) => (evidence ? [] : dependency.field(field.id)))
  const added = [...also.reads, ...plan.labels.map(dependency.label), ...kind.activityTypes.map(dependency.activity)]
  const sources = (shared?.runs ?? [run]).map(({ data_source_id }) => dependency.source(data_source_id))
  return { ids, reads: made.length > 0 ? 'all' : [...written, ...added, ...sources] }
}

/** True if a row left its customer as they were. Programs repeat what they sent: no segment or screen looks at them again. */
const isUntouched = ({ status, activity, furtherNames = [], answer, order }: RowDecision) =>
  status === 'duplicated' && !activity && furtherNames.length === 0 && !answer && !order

const peopleOf = (decisions: readonly RowDecision[]) => [
  ...new Set(decisions.flatMap(({ entry, holder }) => (entry ?? holder)?.id ?? [])),
]

/** Row counts for the dashboard. */
const recordsOf = ({ added, updated, duplicated, failed }: BatchCounts) => ({
  record: added + updated + duplicated + failed,
  record_add: added,
  record_update: updated,
  record_duplicate: duplicated,
  record_error: failed,
})

function byProfile({ given }: Labelled): Map<number, Set<number>> {
  const labels = Map.groupBy(given, ({ profile_id }) => profile_id)
  return new Map([...labels].map(([id, rows]) => [id, new Set(rows.map(({ label_id }) => label_id))]))
}

function movesOf({ given }: Labelled): LabelMoves {
  const moves: Record<number, number> = {}
  for (const { label_id } of given) moves[label_id] = (moves[label_id] ?? 0) + 1
  return moves
}
