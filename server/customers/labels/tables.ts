import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    label: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      description: WithDefault<string>
      color: string
      type: 'general' | 'advanced'
      display_enabled: WithDefault<boolean>
      auto_apply_enabled: WithDefault<boolean>
      segment_rule: Json<unknown>
      target_count: WithDefault<number>
      created_by: number | null
    }
    profile_label: {
      store_id: number
      label_id: number
      profile_id: number
      source: 'rule' | 'manual_add' | 'manual_remove' | 'import'
      run_id: number | null
      taken_at: WithDefault<string | null>
      pinned_by: WithDefault<number | null>
      pinned_at: WithDefault<string | null>
      created_at: Stamp
    }
  }
}
