import type { Generated } from 'kysely'
import type { Sources } from './source.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    profile_total: { store_id: number; live: number }
    profile_touch: { store_id: number; profile_id: number; at: Stamp }
    profile_key: { store_id: number; field_id: number; value: string; profile_id: number }
    identity: {
      store_id: number
      kind: 'line' | 'facebook'
      scope: string
      value: string
      profile_id: number
      kept: WithDefault<boolean>
      asked_at: string | null
      created_at: Stamp
    }
    line_stop: { store_id: number; user_id: string; at: Stamp; lifted: WithDefault<number[]> }
    profile_value: {
      store_id: number
      field_id: number
      key: string
      hash: number
      profile_id: number | null
      value: string | null
    }
    profile_value_read: { store_id: number; updated_at: WithDefault<string>; after_id: WithDefault<number> }
    profile_change: {
      store_id: number
      id: Generated<number>
      profile_id: number
      at: Stamp
      source: 'user' | 'api_key' | 'line' | 'facebook' | 'system' | 'merge' | 'undo' | 'automation'
      source_id: number | null
      /** Keys are field ids, `label:<id>` and `deleted`. */
      changes: Json<Record<string, [before: unknown, after: unknown]>>
      job: number | null
      previous: Json<Record<string, Sources[string] | null>>
      /** What the change found, by key, if a writer before it was taken back since. */
      befores: Json<Record<string, unknown> | null>
      /** For changes of a job: updated_at of the profile before and after. */
      met_at: string | null
      rose_at: string | null
    }
    hourly_count: { store_id: number; hour: string; metric: string; channel: string; value: number }
  }
}
