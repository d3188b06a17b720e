declare module '../../platform/core/tables.ts' {
  interface Tables {
    broadcast_recipient: {
      store_id: number
      broadcast_id: number
      profile_id: number
      status: 'queued' | 'accepted' | 'failed' | 'skipped'
      updated_at: Stamp
    }
  }
}
