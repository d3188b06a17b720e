declare module '../../database/tables.ts' {
  interface Tables {
    ingester: { store_id: number; updated_at: Stamp }
  }
}
