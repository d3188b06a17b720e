import type { RowFailure } from '@ruam/contract/imports/row-failures.ts'
import type { RecordFilter } from '@ruam/contract/imports/run.ts'
import { sql } from 'kysely'
import type { ActivityRow } from '../../customers/profile-activities/queries.ts'
import type { Db } from '../../database/db.ts'
import { OFFSET_ROWS } from '../../formats/files/row-offsets.ts'
import type { RunRow } from '../data-sources/runs.ts'
import { plainAdditions, rangeOfAdditions } from './plain-additions.ts'

type Recorded = Pick<RunRow, 'id' | 'kind'>

/** Returns a page of records of a run; `group` narrows them to one group of waiting rows. */
export async function listRecords(
  db: Db,
  storeId: number,
  run: Recorded,
  { status, group, offset, limit }: { status: RecordFilter; group: string | undefined; offset: number; limit: number },
): Promise<RecordRow[]> {
  if (group === undefined && hasPlain(run, status)) {
    // Each row before the end has its place: nothing is counted to find a page of all.
    const isAll = status === 'all'
    const page = { offset, limit }
    const range = isAll ? { after: offset, upTo: offset + limit } : await rangeOfAdditions(db, storeId, run, page)
    return recordsWithin(db, storeId, run, status, range)
  }
  const records = recordsOf(db, storeId, run.id, status).orderBy('record_no').offset(offset).limit(limit)
  return (group === undefined ? records : records.where('held_group', '=', group)).execute()
}

const hasPlain = ({ kind }: Recorded, status: RecordFilter | CorrectionRows) =>
  kind === 'dry' && (status === 'all' || status === 'added')

/** Returns the records of a part of a run, those that a dry run leaves out too. */
async function recordsWithin(
  db: Db,
  storeId: number,
  run: Recorded,
  status: RecordFilter | CorrectionRows,
  { after, upTo }: { after: number; upTo: number },
): Promise<RecordRow[]> {
  // First: a batch that commits meanwhile has records of its own.
  const plain = hasPlain(run, status) ? await plainAdditions(db, storeId, run, { after, upTo }) : []
  const records = await recordsOf(db, storeId, run.id, status)
    .where('record_no', '>', after)
    .where('record_no', '<=', upTo)
    .orderBy('record_no')
    .execute()
  if (plain.length === 0) return records
  return [...records, ...plain.map(plainRecord)].sort((a, b) => a.record_no - b.record_no)
}

/** A new profile of a dry run has the number of its row, negative. */
const plainRecord = (no: number): RecordRow => ({
  record_no: no,
  status: 'added',
  profile_id: -no,
  changes: null,
  matched_by: null,
  adds_activity: null,
  error: null,
  held_group: null,
  unread: null,
  at: null,
})

/** Returns the records of these rows of a run. */
export const recordsOfRows = (db: Db, storeId: number, run: number, numbers: readonly number[]) =>
  recordsOf(db, storeId, run, 'all')
    .where('record_no', '=', sql<number>`any(${numbers}::int[])`)
    .orderBy('record_no')
    .execute()

/**
 * All of them in the order of the file, part by part as its offsets are kept, so that each part is read once; parts without any are left
 * out.
 */
export async function* eachPart(
  step: <T>(work: (db: Db) => Promise<T>) => Promise<T>,
  storeId: number,
  run: Recorded & Pick<RunRow, 'total'>,
  status: RecordFilter | CorrectionRows,
): AsyncGenerator<RecordRow[]> {
  for (let after = 0; after < run.total; after += OFFSET_ROWS) {
    const range = { after, upTo: after + OFFSET_ROWS }
    const records = await step((db) => recordsWithin(db, storeId, run, status, range))
    if (records.length > 0) yield records
  }
}

/** Rows of a correction file: all, those that failed and wait for no answer, or those with cells left empty. */
export type CorrectionRows = 'to_correct' | 'to_mend' | 'unread'

/** Failures that a value in any key mends. */
export const ofKeys: readonly RowFailure[] = ['match_key_missing', 'match_not_found']

const waits = sql<boolean>`error ->> 'failure' = 'maybe_somebody_else'`

function recordsOf(db: Db, storeId: number, run: number, status: RecordFilter | CorrectionRows) {
  const rows = db
    .selectFrom('run_record')
    .select([
      'record_no',
      'status',
      'profile_id',
      'changes',
      'matched_by',
      'adds_activity',
      'error',
      'held_group',
      'unread',
      'at',
    ])
    .where('store_id', '=', storeId)
    .where('run', '=', run)
  if (status === 'all') return rows
  if (status === 'unread') return rows.where('unread', 'is not', null)
  if (status === 'to_correct')
    return rows.where((e) => e.or([e('status', 'in', ['failed', 'conflict']), e('unread', 'is not', null)]))
  if (status === 'to_mend') return rows.where('status', 'in', ['failed', 'conflict']).where(sql<boolean>`not ${waits}`)
  if (status === 'faulty') return rows.where('status', '=', 'failed')
  // A conflict counts among the failed, and is shown with them.
  if (status === 'failed') return rows.where('status', 'in', ['failed', 'conflict'])
  if (status !== 'held' && status !== 'conflict') return rows.where('status', '=', status)
  return rows.where('status', '=', 'conflict').where(status === 'held' ? waits : sql<boolean>`not ${waits}`)
}

/** Counts failed rows that wait for no answer by the column at fault; null: the row as a whole. */
export async function failedColumns(db: Db, storeId: number, run: number) {
  const { rows } = await sql<{ id: string | null; rows: number }>`
    select case when r.whole then null else r.place end as id, count(*)::int as rows from (
      select error ->> 'column' as place, error ->> 'column' = '0' or error ->> 'failure' = any(${[...ofKeys]}::text[]) as whole
      from run_record where store_id = ${storeId} and run = ${run} and status in ('failed', 'conflict') and not ${waits}) r
    group by 1 order by rows desc, id`.execute(db)
  return rows
}

/** A page of the activities that a run wrote, in the order of its rows. */
export async function activitiesOfRun(
  db: Db,
  storeId: number,
  run: number,
  { offset, limit }: { offset: number; limit: number },
) {
  const { rows } = await sql<ActivityRow & { profile_id: number }>`
    select a.id, a.type_id, a.activity_at, a.fields, a.run_id as run, a.row_no, a.created_by, a.created_at, a.profile_id
    from run_record r join activity a
      on a.store_id = r.store_id and a.profile_id = r.profile_id and a.run_id = r.run and a.row_no = r.record_no
    where r.store_id = ${storeId} and r.run = ${run} and r.adds_activity
    order by r.record_no, a.id offset ${offset} limit ${limit}`.execute(db)
  return rows
}

export type RecordRow = Awaited<ReturnType<typeof recordsOfRows>>[number]

/** Returns rows with unreadable cells, or that fail because of a cell, in the order of the file. */
export async function faultyRows(db: Db, storeId: number, run: number, most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('run_record')
    .select('record_no')
    .where('store_id', '=', storeId)
    .where('run', '=', run)
    .where((e) =>
      e.or([
        e('unread', 'is not', null),
        e.and([e('status', '=', 'failed'), sql<boolean>`(error ->> 'column')::int > 0`]),
      ]),
    )
    .orderBy('record_no')
    .limit(most)
    .execute()
  return rows.map(({ record_no }) => record_no)
}
