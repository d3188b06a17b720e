import type { RunStatus } from '@ruam/contract/imports/status.ts'
import type { JobKind } from '@ruam/contract/jobs.ts'
import type { Generated } from 'kysely'

declare module '../database/tables.ts' {
  interface Tables {
    job: {
      store_id: number
      id: Generated<number>
      kind: JobKind
      status: Kept<RunStatus>
      request: Json<object>
      total: number | null
      done: Kept<number>
      changed: Kept<number>
      skipped: Kept<number>
      cursor: Json<unknown>
      result: Json<object>
      error: Json<{ name: string; details?: Record<string, unknown> } | null>
      cancel_requested: Kept<boolean>
      fence: Kept<number>
      queued: Kept<boolean>
      created_by: number | null
      created_at: Stamp
      started_at: string | null
      finished_at: string | null
      undone_at: string | null
    }
    job_profile: { store_id: number; job: number; profile_id: number }
  }
}
