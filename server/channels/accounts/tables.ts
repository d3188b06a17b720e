import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    channel: Timed & {
      store_id: number
      id: Generated<number>
      type: 'lineOA' | 'lineModule' | 'facebook'
      external_id: string
      name: string
      bot_user_id: string | null
      basic_id: string | null
      chat_mode: 'chat' | 'bot' | null
      picture: string | null
      provider: string | null
      secret: Buffer
      secret_end: string
      token: Buffer | null
      token_end: string | null
      webhook_hash: Buffer
      webhook: Buffer
      webhook_state: Json<WebhookState | null>
      status: WithDefault<'active' | 'inactive' | 'error'>
      error: string | null
      keep_chat_text: WithDefault<boolean>
      stop_phrases: WithDefault<string[]>
      shared_with: WithDefault<number[]>
      quota: Json<StoredQuota | null>
      friends_at_line: number | null
      checked_at: string | null
      created_by: number | null
    }
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

/** The last test of a webhook by LINE. */
export interface WebhookState {
  reason: 'ok' | 'no_https' | 'other_address' | 'switched_off' | 'unreachable' | 'timeout' | 'refused'
  status: number | null
  ms: number | null
  at: string
}

export interface StoredQuota {
  limit: number | null
  usage: number
  at: string
}
