import type { RetentionKind } from '@ruam/contract/privacy/retention.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    retention_rule: {
      store_id: number
      kind: RetentionKind
      months: number | null
      done_on: WithDefault<string | null>
      updated_at: Stamp
      updated_by: number | null
    }
    retention_round: {
      store_id: number
      id: Generated<number>
      kind: RetentionKind
      day: string
      before: string
      started_at: Stamp
      rows: WithDefault<number>
      put_back_at: WithDefault<string | null>
      put_back_by: WithDefault<number | null>
      put_back: WithDefault<number>
      ended_at: WithDefault<string | null>
    }
    retention_row: {
      store_id: number
      round_id: number
      activity_id: number
      profile_id: number
      activity: Json<unknown>
      lines: Json<unknown | null>
    }
  }
}
