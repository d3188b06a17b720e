import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import type { BrokenTerm } from '@ruam/contract/watches/limits.ts'
import { watchWaitsNotice } from '@ruam/contract/watches/notices.ts'
import { brokenTerms } from '@ruam/contract/watches/terms.ts'
import type { WatchQuestion } from '@ruam/contract/watches/watches.ts'
import { sql } from 'kysely'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { withdrawsMany } from '../../imports/consents/many-withdrawals.ts'
import type { RunRow } from '../../imports/data-sources/runs.ts'
import { notifyOfWatch } from '../line-notices/notify-watch.ts'
import { closedColumns, openParts } from './closed-columns.ts'
import { moveFile, type WatchFileRow, type WatchRow } from './queries.ts'
import type { StoredError } from './tables.ts'

/** Outcome of a dry run: what its figures break, and what else is to be asked. */
interface Outcome {
  figures: WatchFigures
  broken: BrokenTerm[]
  questions: WatchQuestion[]
}

/** Compares the figures of a dry run with the terms. */
export async function evaluateFile(
  db: Db,
  storeId: number,
  { terms, mapping }: WatchRow,
  file: WatchFileRow,
  dry: RunRow,
  figures: WatchFigures,
): Promise<Outcome> {
  const closed = closedColumns(mapping, await fieldsOf(db, storeId, 'en'))
  const { rows: days } = await sql<{ today: string }>`
    select (now() at time zone time_zone)::date::text as today from store where store_id = ${storeId}`.execute(db)
  const questions: WatchQuestion[] = []
  if (terms === null) questions.push('no_terms')
  if (await wasSentBefore(db, storeId, file)) questions.push('sent_again')
  if (await withdrawsMany(db, storeId, dry)) questions.push('withdrawals')
  const broken = terms === null ? [] : brokenTerms(openParts(terms, closed), figures, days[0]!.today)
  return { figures, broken, questions }
}

/** True if the same content was discarded, or taken back. */
async function wasSentBefore(db: Db, storeId: number, { id, data_source_id, hash }: WatchFileRow): Promise<boolean> {
  const before = await db
    .selectFrom('watch_file')
    .select('id')
    .where('store_id', '=', storeId)
    .where('data_source_id', '=', data_source_id)
    .where('hash', '=', hash)
    .where('id', '<>', id)
    .where((e) => e.or([e('status', '=', 'discarded'), e('undone_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst()
  return before !== undefined
}

/**
 * True if the file is to be imported: inside its terms without a question, or decided so by a member who saw all that speaks against it.
 * The end of many consents is confirmed expressly.
 */
export function mayImport({ broken, questions }: Outcome, file: WatchFileRow): boolean {
  if (file.decision !== 'import') return broken.length === 0 && questions.length === 0
  const seen = new Set(file.broken.map(({ term }) => term))
  return (
    broken.every(({ term }) => seen.has(term)) &&
    questions.every((question) =>
      question === 'withdrawals' ? file.confirmed : question === 'no_terms' || file.questions.includes(question),
    )
  )
}

/** Lets a file wait for a decision, and tells those who may decide. Returns false if it was moved meanwhile. */
export async function letWait(
  db: Db,
  storeId: number,
  watch: Pick<WatchRow, 'id' | 'data_source_id'>,
  file: WatchFileRow,
  why: Partial<Outcome> & { error?: StoredError; dryRun?: number },
): Promise<boolean> {
  const { figures, broken = [], questions = [], error, dryRun = null } = why
  const waits = await moveFile(db, storeId, file, {
    status: 'waiting',
    ...(figures && { figures: JSON.stringify(figures) }),
    broken: JSON.stringify(broken),
    questions,
    error: error ? JSON.stringify(error) : null,
    dry_run_id: dryRun ?? file.dry_run_id,
    ...{ decision: null, decided_by: null, decided_at: null, confirmed: false },
  })
  if (!waits) return false
  // Its place has a folder for it.
  await sql`update watch set next_look_at = least(next_look_at, now()) where store_id = ${storeId} and id = ${watch.id}`.execute(
    db,
  )
  await notifyOfWatch(db, storeId, watchWaitsNotice, watch, { ending: 'completed', file: file.id })
  return true
}
