declare module '../../database/tables.ts' {
  interface Tables {
    broadcast_quota: {
      store_id: number
      channel_id: number
      month: string
      quota: number | null
      usage: WithDefault<number>
      reserved: WithDefault<number>
      updated_at: Stamp
    }
  }
}
