declare module '../core/tables.ts' {
  interface Tables {
    segment: {
      store_id: number
      label_id: number
      reads: string[]
      wanted: Kept<number>
      done: Kept<number>
      evaluated_at: Kept<string | null>
      next_at: Kept<string | null>
      time_zone: Kept<string | null>
      error: Json<{ name: string; details?: Record<string, unknown> } | null>
    }
    segment_size: { store_id: number; label_id: number; at: string; people: number }
  }
}
