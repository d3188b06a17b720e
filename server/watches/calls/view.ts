import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { Watch, WatchFile } from '@ruam/contract/watches/watches.ts'
import { sql } from 'kysely'
import { fieldsOf } from '../../customers/fields/fields.ts'
import type { Db } from '../../database/db.ts'
import { cleanFileName } from '../../http/upload.ts'
import { viewError } from '../../work/view-error.ts'
import { closedColumns, openOnes, openParts } from '../files/closed-columns.ts'
import { filesOf, undecided, type WatchFileRow, type WatchRow } from '../files/queries.ts'

/** Files that the list shows of each watch. */
const SHOWN = 3

/** Language of the files of a watch, and the columns left out of them. */
interface Visibility {
  language: Language
  closed: ReadonlySet<string>
}

/** Returns what the reader may see of the files of a watch. */
export const visibilityFor = async (
  db: Db,
  storeId: number,
  { mapping }: Pick<WatchRow, 'mapping'>,
  language: Language,
): Promise<Visibility> => ({ language, closed: closedColumns(mapping, await fieldsOf(db, storeId, language)) })

/** Returns a file of a watch for the screen. */
export function viewFile(file: WatchFileRow, { language, closed }: Visibility): WatchFile {
  const { id, size, status, arrived_at, ended_at, questions, decision, decided_by, decided_at } = file
  return {
    ...{ id, size, status, arrived_at, ended_at, questions },
    figures: file.figures && openParts(file.figures, closed),
    broken: openOnes(file.broken, closed),
    name: cleanFileName(file.name),
    error: viewError(file.error, language),
    dry_run_id: file.dry_run_text,
    run_id: file.run_text,
    decision:
      decision && decided_at
        ? { decision, at: decided_at, by: decided_by === null ? null : { id: decided_by, name: file.decided_by_name } }
        : null,
    undone_at: file.run_undone_at,
    waits_until: status === 'waiting' ? file.waits_until : null,
  }
}

/** The newest files of each of these watches. */
async function newestFiles(db: Db, storeId: number, ids: readonly number[]): Promise<WatchFileRow[]> {
  if (ids.length === 0) return []
  return filesOf(db, storeId)
    .where(
      sql<boolean>`watch_file.id in (select n.id from unnest(${ids}::int[]) w (id) cross join lateral (
        select f.id from watch_file f where f.store_id = ${storeId} and f.watch_id = w.id and f.name <> ''
        order by f.id desc limit ${SHOWN}) n)`,
    )
    .orderBy('watch_file.id', 'desc')
    .execute()
}

async function countQueues(db: Db, storeId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  // Files behind one that waits.
  const { rows } = await sql<{ watch_id: number; files: number }>`
    select f.watch_id, count(*)::int as files from watch_file f
    where f.store_id = ${storeId} and f.watch_id = any(${ids}::int[]) and f.status = any(${[...undecided]}::text[])
      and exists (select from watch_file b where b.store_id = f.store_id and b.watch_id = f.watch_id
        and b.status = 'waiting' and b.id <= f.id)
    group by f.watch_id`.execute(db)
  return new Map(rows.map(({ watch_id, files }) => [watch_id, files]))
}

/** Returns watches for the screen, in their order. */
export async function viewWatches(
  db: Db,
  storeId: number,
  rows: readonly WatchRow[],
  language: Language,
): Promise<Watch[]> {
  const ids = rows.map(({ id }) => id)
  const files = await newestFiles(db, storeId, ids)
  const queues = await countQueues(db, storeId, ids)
  const fields = rows.length === 0 ? [] : await fieldsOf(db, storeId, language)
  return rows.map((row) => {
    const closed = closedColumns(row.mapping, fields)
    const { id, name, place, pattern, schedule, line_notice, status, paused_at, paused_by, looked_at } = row
    const isActive = status === 'active'
    return {
      ...{ id, name, place, pattern, schedule, line_notice, status, looked_at },
      terms: row.terms && openParts(row.terms, closed),
      data_source: { id: row.data_source_id, name: row.data_source_name },
      reason: !isActive && row.reason !== null ? viewError({ name: row.reason }, language) : null,
      paused_at: isActive ? null : paused_at,
      paused_by: isActive || paused_by === null ? null : { id: paused_by, name: row.paused_by_name },
      error: viewError(row.error, language),
      next_look_at: isActive ? row.next_look_at : null,
      acts_for: { id: row.acts_for, name: row.acts_for_name },
      files: files.filter(({ watch_id }) => watch_id === id).map((file) => viewFile(file, { language, closed })),
      waiting: queues.get(id) ?? 0,
      ...{ created_at: row.created_at, updated_at: row.updated_at },
    }
  })
}
