import { z } from 'zod'
import { Count } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { JobStarted, jobsOf } from '../platform/job.ts'
import { notice, ofJob } from '../platform/notice.ts'
import { byRun } from './run-state.ts'

/** Effect of undoing a run. */
export const UndoPreview = z.object({
  /** Profiles that the run created and that are unchanged since. */
  profiles_removed: z.int(),
  /** Profiles that the run created and that were changed since: they stay, with only the later changes. */
  profiles_kept: z.int(),
  /** Profiles whose earlier values are restored. */
  profiles_restored: z.int(),
  values_restored: z.int(),
  /** Values that the run wrote and that were changed since: they stay. */
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
  /** Returns the effect of an undo before it runs, or a part of it: parts are added up. */
  undoPreview: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/undo/preview',
    summary: ['ดูตัวอย่างการเลิกทำการนำเข้า', 'Preview the undo of an import'],
    permission: 'cdp-core.datasource.undo',
    // Counts alone.
    audit: false,
    params: byRun,
    query: z.strictObject({
      /** Counts from the row after this one: `next` of the part before. */
      from: Count.pipe(z.int().min(0)).optional(),
      /** Rows of a part; all if omitted. */
      rows: Count.pipe(z.int().min(1)).optional(),
    }),
    limit: 'search',
    response: UndoPreview.extend({
      /** `from` of the next part; absent after the last one. */
      next: z.int().optional(),
      /** Withdrawals of the run after which the consent before stands again, and its grants; null for readers who may not see consents, absent for a run without any. */
      consents_restored: z.int().nullable().optional(),
      consents_removed: z.int().nullable().optional(),
    }),
    errors: ['data_source_not_found', 'run_not_undoable'],
  },
  /** Takes a run back, for 30 days. What was changed since stays. */
  undo: {
    method: 'POST',
    path: '/datasource/{id}/history/{run_id}/undo',
    summary: ['เลิกทำการนำเข้า', 'Undo an import'],
    permission: 'cdp-core.datasource.undo',
    audit: 'import_undo_started',
    params: byRun,
    response: JobStarted,
    errors: ['data_source_not_found', 'run_not_undoable', 'pipeline_busy'],
  },
})
