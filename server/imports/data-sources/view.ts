import type { Language } from '@ruam/contract/errors/catalog.ts'
import { fileWarnings } from '@ruam/contract/formats/files.ts'
import type { SourceOrigin } from '@ruam/contract/imports/data-sources.ts'
import type { Run } from '@ruam/contract/imports/run-state.ts'
import type { DataSourceStatus, RunKind } from '@ruam/contract/imports/status.ts'
import { databaseNow } from '../../core/now.ts'
import { kindOf } from '../../formats/files/queries.ts'
import { viewError } from '../../work/view-error.ts'
import type { findDataSource } from './queries.ts'
import type { RunRow } from './runs.ts'

interface DataSourceRow {
  id: number
  name: string
  description: string
  status: DataSourceStatus
  type: 'local_file' | 'openapi'
  origin: SourceOrigin
  program_id: number | null
  enabled: boolean
  stats: {
    total: number
    pending: number
    success: number
    update: number
    duplicate: number
    failed: number
    held?: number
  }
  author_id: number | null
  author_name: string | null
  undone_at: string | null
  created_at: string
  updated_at: string
}

export function viewDataSource({ author_id, author_name, ...row }: DataSourceRow) {
  const { id, name, description, status, type, origin, program_id, enabled, stats, undone_at, created_at, updated_at } =
    row
  const author = author_id === null ? null : { id: author_id, name: author_name ?? '' }
  // Figures from before this count lack it.
  const counted = { ...stats, held: stats.held ?? 0 }
  return {
    ...{ id, name, description, status, type, origin, program_id, enabled, stats: counted },
    ...{ author, undone_at, created_at, updated_at },
  }
}

/** The load of a file, by the name that POST /datasource/import answers. */
export const importIdOf = (storeId: number, fileId: number) => `import_${storeId}_${fileId}`

type SourceWithFile = NonNullable<Awaited<ReturnType<typeof findDataSource>>>

/** The file of a data source; null when it has none. */
export function viewFile(source: SourceWithFile, storeId: number, language: Language) {
  const { file_id, file_name, file_size, file_type, file_kind, settings, row_count, warnings } = source
  if (file_id === null || file_name === null) return null
  return {
    file_id,
    import_id: source.load_status === 'none' ? null : importIdOf(storeId, file_id),
    file_name,
    file_size: file_size!,
    file_type: file_type!,
    file_kind: kindOf({ type: file_type!, kind: file_kind }),
    settings: settings!,
    row_count,
    warnings: (warnings ?? []).map(({ name, count }) =>
      fileWarnings[name][language].replace('{count}', count.toLocaleString('en')),
    ),
  }
}

/** A data source with its file and its newest runs. */
export function viewDetail(
  source: SourceWithFile,
  storeId: number,
  latest: ReadonlyMap<RunKind, string>,
  language: Language,
) {
  return {
    ...viewDataSource(source),
    file: viewFile(source, storeId, language),
    load_progress: source.load_progress ?? 0,
    error: source.status === 'load_failed' ? viewError(source.load_error, language) : null,
    latest_dry_run: latest.get('dry') ?? null,
    latest_run: latest.get('real') ?? null,
  }
}

/** A run as calls answer it; `version` is the data source's of now. */
export function viewRun(run: RunRow, version: number, language: Language): Run {
  const { run_id, kind, status, added, updated, duplicated, failed, conflict, held, activities, erased, total, done } =
    run
  const { unread_rows, unread_cells, keyless } = run
  return {
    run_id,
    kind,
    status,
    progress: total === 0 ? 1 : done / total,
    stats: {
      added,
      updated,
      duplicated,
      failed,
      conflict,
      held,
      activities,
      erased,
      unread_rows,
      unread_cells,
      keyless,
      total,
    },
    eta: status === 'processing' ? secondsLeft(run) : null,
    error: viewError(run.error, language),
    outdated: run.version !== version,
    author: run.created_by === null ? null : { id: run.created_by, name: run.author_name ?? '' },
    created_at: run.created_at,
    started_at: run.started_at,
    finished_at: run.finished_at,
    undoable_until: run.undo_job_id === null ? run.undoable_until : null,
    undone_at: run.undone_at,
    undone_by: run.undone_by,
    undo_job_id: run.undo_job_id,
  }
}

/** Seconds, by the pace so far; null before there is one. */
function secondsLeft({ started_at, done, total }: RunRow): number | null {
  if (!started_at || done === 0) return null
  const spent = Math.max(0, databaseNow() - Date.parse(started_at)) / 1000
  return Math.ceil((spent / done) * (total - done))
}
