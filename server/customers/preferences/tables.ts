import type {} from '../../database/tables.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    user_preference: {
      store_id: number
      user_id: number
      datasource_cont_alert_dismiss: WithDefault<number[]>
      profile_list_column: Json<
        { column_id: string; sort_id: number; enabled: boolean; width?: number; pinned?: boolean }[]
      >
      profile_view_id: number | null
      profile_view_order: WithDefault<number[]>
      dashboard_segments: number[] | null
      updated_at: Stamp
    }
  }
}
