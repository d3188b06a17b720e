declare module '../../database/tables.ts' {
  interface Tables {
    broadcast_recipient: {
      store_id: number
      broadcast_id: number
      position: number
      profile_id: number | null
      external_id: string | null
      status: 'queued' | 'accepted' | 'failed' | 'skipped' | 'unknown'
      reason: Kept<string | null>
      chunk: Kept<number | null>
      updated_at: Stamp
    }
    broadcast_chunk: Timed & {
      store_id: number
      broadcast_id: number
      id: number
      retry_key: string
      body: Buffer | null
      body_hash: Buffer
      recipients: number
      status: Kept<'waiting' | 'accepted' | 'refused' | 'split' | 'unknown'>
      tries: Kept<number>
      refusals: Kept<number>
      first_tried_at: Kept<string | null>
      next_try_at: Kept<string | null>
      line_status: Kept<number | null>
      request_id: Kept<string | null>
    }
    broadcast_lease: { store_id: number; channel_id: number; holder: string; until: string }
  }
}
