import type { Generated } from 'kysely'
import type { LineEvent } from './events.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    online_log: {
      store_id: number
      id: Generated<number>
      at: Stamp
      source: 'line' | 'facebook' | 'openapi' | 'connector'
      channel_id: WithDefault<number | null>
      direction: 'in' | 'out'
      event_type: string
      profile_id: WithDefault<number | null>
      external_id: WithDefault<string | null>
      user_id: WithDefault<string | null>
      status: 'waiting' | 'done' | 'ignored' | 'failed' | 'refused'
      error: WithDefault<string | null>
      summary: WithDefault<string | null>
      latency_ms: WithDefault<number | null>
      request_id: WithDefault<string | null>
    }
    online_log_payload: { store_id: number; log_id: number; payload: Json<object> }
    inbox: {
      store_id: number
      log_id: number
      event: Json<LineEvent>
      held: WithDefault<boolean>
      /** A stop, read when it came. */
      stops: WithDefault<boolean>
      tries: WithDefault<number>
      /** Next try of an event that could not be applied. */
      retry_at: string | null
    }
  }
}
