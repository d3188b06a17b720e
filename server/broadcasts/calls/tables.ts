declare module '../../database/tables.ts' {
  interface Tables {
    broadcast_test: { store_id: number; day: string; sent: number }
  }
}
