import type { Generated } from 'kysely'
import type { LineEvent } from './events.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    online_log: {
      store_id: number
      id: Generated<number>
      at: Stamp
      source: 'line' | 'facebook' | 'openapi' | 'connector'
      channel_id: Kept<number | null>
      direction: 'in' | 'out'
      event_type: string
      profile_id: Kept<number | null>
      external_id: Kept<string | null>
      user_id: Kept<string | null>
      status: 'waiting' | 'done' | 'ignored' | 'failed' | 'refused'
      error: Kept<string | null>
      summary: Kept<string | null>
      latency_ms: Kept<number | null>
      request_id: Kept<string | null>
    }
    online_log_payload: { store_id: number; log_id: number; payload: Json<object> }
    inbox: {
      store_id: number
      log_id: number
      event: Json<LineEvent>
      held: Kept<boolean>
      tries: Kept<number>
      /** Next try of an event that could not be applied. */
      retry_at: string | null
    }
  }
}
