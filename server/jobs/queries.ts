import { type JobKind, jobKindsWith } from '@ruam/contract/jobs.ts'
import { UNDO_DAYS } from '@ruam/contract/platform/constants.ts'
import { sql } from 'kysely'
import type { Db } from '../database/db.ts'
import { pageRows } from '../database/page.ts'
import { prepared } from '../database/prepared.ts'
import { claim, claimed, stop } from '../work/fence.ts'

const undoableKinds = jobKindsWith(({ undoneBy }) => undoneBy !== undefined)

/** Time until which a job can be undone; null if it cannot, changed nothing or was undone. */
const undoableUntil = sql<string | null>`case
  when kind in (${sql.join(undoableKinds.map((kind) => sql.lit(kind)))}) and status in ('completed', 'cancel') and changed > 0 and undone_at is null
    and finished_at > now() - make_interval(days => ${sql.lit(UNDO_DAYS)})
  then finished_at + make_interval(days => ${sql.lit(UNDO_DAYS)}) end`

const columns = [
  'job.id',
  'job.kind',
  'job.status',
  'job.request',
  'job.total',
  'job.done',
  'job.changed',
  'job.skipped',
  'job.cursor',
  'job.result',
  'job.error',
  'job.cancel_requested',
  'job.fence',
  'job.created_by',
  'job.created_at',
  'job.started_at',
  'job.finished_at',
  'job.undone_at',
  undoableUntil.as('undoable_until'),
  sql<string | null>`(select btrim(u.first_name || ' ' || u.last_name) from users u where u.id = job.created_by)`.as(
    'author_name',
  ),
] as const

export interface NewJob {
  kind: JobKind
  /** Ids and choices alone. */
  request: object
  /** When it is known already. */
  total?: number
}

/** `queued`: whether something calls it already. */
export function insertJob(db: Db, storeId: number, userId: number | null, job: NewJob & { queued: boolean }) {
  const { kind, total, queued } = job
  const request = JSON.stringify(job.request)
  return db
    .insertInto('job')
    .values({ kind, request, total: total ?? null, queued, store_id: storeId, created_by: userId })
    .returning(columns)
    .executeTakeFirstOrThrow()
}

export type JobRow = Awaited<ReturnType<typeof insertJob>>

/** Kinds in queues of their own are shown by their features alone. */
const ownQueue = jobKindsWith(({ queue }) => queue !== undefined)
const shown = sql<boolean>`kind not in (${sql.join(ownQueue.map((kind) => sql.lit(kind)))})`

export function findJob(db: Db, storeId: number, id: number) {
  const rows = db.selectFrom('job').select(columns).where('store_id', '=', storeId)
  return rows.where('id', '=', id).where(shown).executeTakeFirst()
}

/** Returns the visible jobs among these ids. */
export function findJobs(db: Db, storeId: number, ids: readonly number[]) {
  const rows = db.selectFrom('job').select(columns).where('store_id', '=', storeId)
  return rows.where(sql<boolean>`id = any(${ids}::int[])`).where(shown).execute()
}

interface JobQuery {
  offset: number
  limit: number
  active?: boolean
  /** Only those of this person. */
  author?: number
}

/** A page of jobs, the newest first. */
export async function listJobs(db: Db, storeId: number, query: JobQuery) {
  return pageRows(jobRows(db, storeId, query), query, (page) =>
    page.select(columns).orderBy('created_at', 'desc').orderBy('id', 'desc'),
  )
}

function jobRows(db: Db, storeId: number, { active, author }: Pick<JobQuery, 'active' | 'author'>) {
  let rows = db.selectFrom('job').where('store_id', '=', storeId).where(shown)
  if (active) rows = rows.where('status', 'in', [sql.lit<'pending'>('pending'), sql.lit<'processing'>('processing')])
  if (author !== undefined) rows = rows.where('created_by', '=', author)
  return rows
}

/** Counts unfinished jobs of all people, or of one. */
const counted = (db: Db, storeId: number, author?: number) =>
  jobRows(db, storeId, { active: true, ...(author !== undefined && { author }) }).select(
    sql<number>`count(*)`.as('total'),
  )
export const activeJobs = prepared('active_jobs', (db, storeId: number) => counted(db, storeId))
export const activeJobsOf = prepared('active_jobs_of', (db, storeId: number, author: number) =>
  counted(db, storeId, author),
)

/** Claims a job for a worker by raising its fence; nothing comes back when it is over. It goes on where it was. What held it up is past. */
export function claimJob(db: Db, storeId: number, id: number) {
  return db
    .updateTable('job')
    .set({ ...claim, error: null })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .returning(columns)
    .executeTakeFirst()
}

/** Progress of a block; omitted counts are 0, other omitted values keep their state. */
export interface Block {
  done?: number
  changed?: number
  skipped?: number
  total?: number
  cursor?: unknown
  /** Only says how far it is, in the middle of what would be begun again: the job keeps its place. */
  midway?: true
}

/** Counts a block in its own transaction. Nothing comes back for a worker that lost the job. */
export function countBlock(db: Db, storeId: number, job: Pick<JobRow, 'id' | 'fence'>, block: Block) {
  return db
    .updateTable('job')
    .set({
      done: sql`done + ${block.done ?? 0}`,
      changed: sql`changed + ${block.changed ?? 0}`,
      skipped: sql`skipped + ${block.skipped ?? 0}`,
      ...(block.total !== undefined && { total: block.total }),
      ...(block.cursor !== undefined && { cursor: JSON.stringify(block.cursor) }),
    })
    .where(claimed(storeId, job))
    .returning(columns)
    .executeTakeFirst()
}

/** Takes a job out of the queue, to be put there once more. */
export async function unqueueJob(db: Db, storeId: number, id: number): Promise<void> {
  await db.updateTable('job').set({ queued: false }).where('store_id', '=', storeId).where('id', '=', id).execute()
}

/** Writes down what holds a job up that will be tried again; nothing comes back for a worker that lost it. */
export function recordJobBlock(db: Db, storeId: number, job: Pick<JobRow, 'id' | 'fence'>, error: object) {
  return db
    .updateTable('job')
    .set({ error: JSON.stringify(error) })
    .where(claimed(storeId, job))
    .returning(columns)
    .executeTakeFirst()
}

/** Notes that a job waits for room on the disk. Returns false if it was cancelled, or is over. */
export async function pauseJob(db: Db, storeId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('job')
    .set({ error: JSON.stringify({ name: 'waits_for_room' }) })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .where('cancel_requested', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Ends a job; nothing comes back for a worker that lost it. */
export function endJob(
  db: Db,
  storeId: number,
  job: Pick<JobRow, 'id' | 'fence'>,
  status: 'completed' | 'cancel' | 'failed',
  end: { result?: object; error?: { name: string; details?: Record<string, unknown> } } = {},
) {
  return db
    .updateTable('job')
    .set({
      status,
      finished_at: sql`clock_timestamp()`,
      ...(end.result && { result: JSON.stringify(end.result) }),
      ...(end.error && { error: JSON.stringify(end.error) }),
    })
    .where(claimed(storeId, job))
    .returning(columns)
    .executeTakeFirst()
}

/** Asks a job to stop. Nothing comes back when it is over. */
export function cancelJob(db: Db, storeId: number, id: number) {
  return db
    .updateTable('job')
    .set(stop)
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'processing'])
    .returning(columns)
    .executeTakeFirst()
}

/** Ends jobs at once, of which half counts for nothing: a worker that is at one has lost it. Those that were over stay as they are. */
export function stopJobs(
  db: Db,
  storeId: number,
  ids: readonly number[],
  status: 'cancel' | 'failed' = 'cancel',
  error?: { name: string },
) {
  return db
    .updateTable('job')
    .set({
      status,
      fence: sql`fence + 1`,
      finished_at: sql`clock_timestamp()`,
      ...(error && { error: JSON.stringify(error) }),
    })
    .where('store_id', '=', storeId)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .where('status', 'in', ['pending', 'processing'])
    .returning(columns)
    .execute()
}

/** Clears away what a job that is over needs no more: the profiles it was about, and what its kind forgets of a request. */
export async function clearJob(
  db: Db,
  storeId: number,
  id: number,
  forget: readonly (readonly string[])[] = [],
): Promise<void> {
  await db.deleteFrom('job_profile').where('store_id', '=', storeId).where('job', '=', id).execute()
  if (forget.length === 0) return
  const request = forget.reduce((kept, path) => sql`${kept} #- ${path}::text[]`, sql<string>`request`)
  await db.updateTable('job').set({ request }).where('store_id', '=', storeId).where('id', '=', id).execute()
}

/** Notes that another job has taken back what this one did. */
export async function noteUndone(db: Db, storeId: number, id: number): Promise<void> {
  await db
    .updateTable('job')
    .set({ undone_at: sql`clock_timestamp()` })
    .where('store_id', '=', storeId)
    .where('id', '=', id)
    .execute()
}
