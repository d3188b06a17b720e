declare module '../../database/tables.ts' {
  interface Tables {
    segment: {
      store_id: number
      label_id: number
      reads: string[]
      members_visible: WithDefault<boolean>
      wanted: WithDefault<number>
      done: WithDefault<number>
      partly_since: WithDefault<number | null>
      partly_to: WithDefault<number | null>
      evaluated_at: WithDefault<string | null>
      next_at: WithDefault<string | null>
      time_zone: WithDefault<string | null>
      error: Json<{ name: string; details?: Record<string, unknown> } | null>
    }
    segment_touched: { store_id: number; id: WithDefault<number>; label_ids: number[]; profile_ids: number[] }
    segment_evaluation: {
      store_id: number
      label_id: number
      id: WithDefault<number>
      started_at: string
      milliseconds: number
      joined: number
      gone: number
      people: number
      everybody: boolean
      failed: boolean
    }
    segment_departure: { store_id: number; label_id: number; profile_id: number; left_at: WithDefault<string> }
    segment_size: { store_id: number; label_id: number; at: string; people: number }
  }
}
