declare module '../../database/tables.ts' {
  interface Tables {
    older_usage: { store_id: number; day: string; user_id: number; call: string; calls: number }
  }
}

export type {}
