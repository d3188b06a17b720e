import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    label: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      description: Kept<string>
      color: string
      type: 'general' | 'advanced'
      display_enabled: Kept<boolean>
      auto_apply_enabled: Kept<boolean>
      segment_rule: Json<unknown>
      target_count: Kept<number>
      created_by: number | null
    }
    profile_label: {
      store_id: number
      label_id: number
      profile_id: number
      source: 'rule' | 'manual_add' | 'manual_remove' | 'import'
      run_id: number | null
      taken_at: Kept<string | null>
      pinned_by: Kept<number | null>
      pinned_at: Kept<string | null>
      created_at: Stamp
    }
  }
}
