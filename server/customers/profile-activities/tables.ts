import type { Generated } from 'kysely'

declare module '../../platform/core/tables.ts' {
  interface Tables {
    activity: {
      store_id: number
      id: Generated<number>
      profile_id: number
      type_id: number
      activity_at: string
      fields: Json<Record<string, string | number | boolean>>
      run_id: number | null
      row_no: number | null
      created_by: number | null
      created_at: Stamp
    }
  }
}
