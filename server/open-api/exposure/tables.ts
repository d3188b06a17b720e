declare module '../../platform/core/tables.ts' {
  interface Tables {
    profile_api: {
      store_id: number
      hidden_field_ids: Kept<number[]>
      opened_field_ids: Kept<number[]>
      updated_at: Stamp
    }
  }
}

export {}
