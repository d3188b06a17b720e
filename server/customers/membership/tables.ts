declare module '../../database/tables.ts' {
  interface Tables {
    segment: {
      store_id: number
      label_id: number
      reads: string[]
      members_visible: Kept<boolean>
      wanted: Kept<number>
      done: Kept<number>
      partly_since: Kept<number | null>
      partly_to: Kept<number | null>
      evaluated_at: Kept<string | null>
      next_at: Kept<string | null>
      time_zone: Kept<string | null>
      error: Json<{ name: string; details?: Record<string, unknown> } | null>
    }
    segment_touched: { store_id: number; id: Kept<number>; label_ids: number[]; profile_ids: number[] }
    segment_evaluation: {
      store_id: number
      label_id: number
      id: Kept<number>
      started_at: string
      milliseconds: number
      joined: number
      gone: number
      people: number
      everybody: boolean
      failed: boolean
    }
    segment_departure: { store_id: number; label_id: number; profile_id: number; left_at: Kept<string> }
    segment_size: { store_id: number; label_id: number; at: string; people: number }
  }
}
