import type { Arm } from '@ruam/contract/broadcasts/ab-test.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    broadcast_recipient: {
      store_id: number
      broadcast_id: number
      position: number
      /** Null for a friend who is not a customer, and after an erasure. */
      profile_id: number | null
      /** Null after an erasure, and for customers without LINE. */
      external_id: string | null
      status: 'queued' | 'accepted' | 'failed' | 'skipped' | 'unknown'
      reason: WithDefault<string | null>
      held_out: WithDefault<boolean | null>
      arm: WithDefault<Arm | null>
      /** Clicks of a friend who is not a customer. */
      clicks: WithDefault<number | null>
      chunk: WithDefault<number | null>
      updated_at: Stamp
    }
    broadcast_chunk: Timed & {
      store_id: number
      broadcast_id: number
      id: number
      retry_key: string
      body: Buffer | null
      body_hash: Buffer
      /** Its body is of one customer, and sealed. */
      personal: WithDefault<boolean>
      /** LINE's call for everyone: it has no recipients of ours. */
      everyone: WithDefault<boolean>
      recipients: number
      status: WithDefault<'waiting' | 'accepted' | 'refused' | 'split' | 'unknown'>
      tries: WithDefault<number>
      refusals: WithDefault<number>
      first_tried_at: WithDefault<string | null>
      next_try_at: WithDefault<string | null>
      line_status: WithDefault<number | null>
      request_id: WithDefault<string | null>
    }
    broadcast_lease: { store_id: number; channel_id: number; holder: string; until: string }
  }
}
