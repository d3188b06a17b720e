declare module '../../platform/core/tables.ts' {
  interface Tables {
    channel_friend: {
      store_id: number
      channel_type: 'lineOA' | 'lineModule' | 'facebook'
      channel_id: number
      external_id: string
      profile_id: number | null
      status: 'friend' | 'blocked'
      since: string
      updated_at: Stamp
    }
    broadcast_recipient: {
      store_id: number
      broadcast_id: number
      profile_id: number
      status: 'queued' | 'accepted' | 'failed' | 'skipped'
      updated_at: Stamp
    }
  }
}
