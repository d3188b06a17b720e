import { z } from 'zod'
import { feature } from '../platform/endpoint.ts'
import { JobStarted, jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'
import { byRun } from './run.ts'

/** Effect of undoing a run. */
export const UndoPreview = z.object({
  /** Profiles the run made, and nobody has touched since. */
  profiles_removed: z.int(),
  /** Profiles the run made that somebody changed since: they stay, with what was added since alone. */
  profiles_kept: z.int(),
  /** Profiles that get values of before back. */
  profiles_restored: z.int(),
  values_restored: z.int(),
  /** Values the run wrote that somebody changed since: they stay as they are. */
  values_kept: z.int(),
  labels_removed: z.int(),
  activities_removed: z.int(),
})
export type UndoPreview = z.infer<typeof UndoPreview>

const undoNotice = notice({
  ...ofJob,
  kind: 'import_undone',
  topic: 'import',
  readBy: 'cdp-core.datasource.read',
  leadsTo: { screen: 'data-source-v2-list-output', param: 'dataSourceId', id: 'datasource_id' },
  data: [...ofJob.data, 'datasource_id'],
})

export const importUndoJobs = jobsOf({
  run_undo: {
    permissions: ['cdp-core.datasource.undo'],
    visibleTo: 'cdp-core.datasource.read',
    title: { th: 'เลิกทำการนำเข้า {names}', en: 'Undo the import {names}' },
    counts: 'rows',
    locksProfiles: true,
    cancellable: true,
    notice: undoNotice,
  },
})

export const importUndo = feature({
  /** Returns the effect of an undo before it runs. */
  undoPreview: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/undo/preview',
    permission: 'cdp-core.datasource.undo',
    // Counts alone.
    audit: false,
    params: byRun,
    limit: 'search',
    response: UndoPreview,
    errors: ['data_source_not_found', 'run_not_undoable'],
  },
  /** Takes a run back, for 30 days. What was changed since stays. */
  undo: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/undo',
    permission: 'cdp-core.datasource.undo',
    audit: 'import_undo_started',
    params: byRun,
    response: JobStarted,
    errors: ['data_source_not_found', 'run_not_undoable', 'pipeline_busy'],
  },
})
