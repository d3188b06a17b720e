import type { RunStatus } from '@ruam/contract/imports/status.ts'
import type { JobKind } from '@ruam/contract/jobs.ts'
import type { Generated } from 'kysely'

declare module '../database/tables.ts' {
  interface Tables {
    job: {
      store_id: number
      id: Generated<number>
      kind: JobKind
      status: WithDefault<RunStatus>
      request: Json<object>
      total: number | null
      done: WithDefault<number>
      changed: WithDefault<number>
      skipped: WithDefault<number>
      cursor: Json<unknown>
      result: Json<object>
      error: Json<{ name: string; details?: Record<string, unknown> } | null>
      cancel_requested: WithDefault<boolean>
      fence: WithDefault<number>
      queued: WithDefault<boolean>
      created_by: number | null
      created_at: Stamp
      started_at: string | null
      finished_at: string | null
      undone_at: string | null
    }
    job_profile: { store_id: number; job: number; profile_id: number }
  }
}
