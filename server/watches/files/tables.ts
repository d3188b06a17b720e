import type { WatchFigures } from '@ruam/contract/watches/figures.ts'
import type { BrokenTerm, WatchTerms } from '@ruam/contract/watches/limits.ts'
import type { WatchPlace } from '@ruam/contract/watches/places.ts'
import type { WatchFileStatus, WatchQuestion, WatchSchedule } from '@ruam/contract/watches/watches.ts'
import type { Generated } from 'kysely'
import type { NamedMapping } from './named-mapping.ts'

/** Error of the contract, as a row keeps it. */
export interface StoredError {
  name: string
  details?: Record<string, unknown>
}

declare module '../../database/tables.ts' {
  interface Tables {
    watch: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      place: Json<WatchPlace>
      /** Sealed credentials of the place. */
      secret: Buffer | null
      pattern: string
      data_source_id: number
      mapping: Json<NamedMapping>
      terms: Json<WatchTerms | null>
      schedule: Json<WatchSchedule>
      status: WithDefault<'active' | 'paused'>
      reason: WithDefault<string | null>
      paused_at: WithDefault<string | null>
      paused_by: WithDefault<number | null>
      error: Json<StoredError | null>
      failing_since: WithDefault<string | null>
      failure_noticed: WithDefault<boolean>
      next_look_at: WithDefault<string | null>
      looked_at: WithDefault<string | null>
      missed_on: WithDefault<string | null>
      created_by: number
      acts_for: number
      line_notice: WithDefault<boolean>
      deleted_at: WithDefault<string | null>
    }
    watch_seen: { store_id: number; watch_id: number; name: string; stamp: string; since: Stamp }
    watch_file: {
      store_id: number
      id: Generated<number>
      watch_id: number
      data_source_id: number
      name: string
      size: number
      stamp: string
      hash: Buffer | null
      file_id: number | null
      status: WatchFileStatus
      figures: Json<WatchFigures | null>
      broken: Json<BrokenTerm[]>
      questions: WithDefault<WatchQuestion[]>
      error: Json<StoredError | null>
      dry_run_id: WithDefault<number | null>
      run_id: WithDefault<number | null>
      decision: WithDefault<'import' | 'discard' | null>
      decided_by: WithDefault<number | null>
      decided_at: WithDefault<string | null>
      confirmed: WithDefault<boolean>
      put_away: WithDefault<'waiting' | 'done' | null>
      is_left: WithDefault<boolean>
      arrived_at: Stamp
      ended_at: WithDefault<string | null>
      undone_at: WithDefault<string | null>
    }
  }
}
