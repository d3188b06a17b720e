import type { Db } from '../../database/db.ts'
import { runOfLines } from '../../formats/files/header.ts'

/** Corrections of corrections that are followed. */
const MOST = 20

/**
 * The runs that left the rows of a correction file over: the one it was made of, and where that one had read a correction file, the
 * one before. A preview stands for the run that began with it.
 */
export async function earlierRuns(db: Db, storeId: number, columns: readonly string[]): Promise<number[]> {
  const found = new Set<number>()
  const next = runsOf(columns)
  for (let run = next.shift(); run !== undefined && found.size < MOST; run = next.shift()) {
    const rows = await db
      .selectFrom('run')
      .innerJoin('file', (join) =>
        join.onRef('file.store_id', '=', 'run.store_id').onRef('file.id', '=', 'run.file_id'),
      )
      .select(['run.id', 'file.columns'])
      .where('run.store_id', '=', storeId)
      .where((e) => e.or([e('run.id', '=', run!), e('run.dry_run_id', '=', run!)]))
      .orderBy('run.id')
      .execute()
    for (const row of rows) {
      if (found.has(row.id)) continue
      found.add(row.id)
      next.push(...runsOf(row.columns))
    }
  }
  return [...found]
}

const runsOf = (columns: readonly string[]) => columns.flatMap((column) => runOfLines(column) ?? [])
