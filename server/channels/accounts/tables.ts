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
      status: WithDefault<'active' | 'inactive' | 'error'>
      error: string | null
      keep_chat_text: WithDefault<boolean>
      line_answers: WithDefault<'on' | 'off' | null>
      stop_phrases: WithDefault<string[]>
      shared_with: WithDefault<number[]>
      /** Of the former version, as are `quota` and `webhook_state`: a later migration drops them. */
      checked_at: WithDefault<string | null>
      quota: Json<object | null>
      webhook_state: Json<object | null>
      friends_at_line: number | null
      /** Next time to read LINE's list of friends. */
      list_due_at: WithDefault<string>
      listed_at: WithDefault<string | null>
      listed: WithDefault<number | null>
      list_refused_at: WithDefault<string | null>
      fault: WithDefault<string | null>
      duplicate: WithDefault<boolean>
      next_check_at: WithDefault<string>
      event_fault: WithDefault<'suspended' | 'deactivated' | 'detached' | null>
      event_fault_at: WithDefault<string | null>
      answers_since: WithDefault<string | null>
      answers: WithDefault<number>
      answers_slow: WithDefault<number>
      answers_ms: WithDefault<number>
      answers_max_ms: WithDefault<number>
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
      counted_at: string | null
      sent_at: string | null
    }
    broadcast_quota_day: {
      store_id: number
      channel_id: number
      month: string
      day: string
      usage: number
      sent: WithDefault<number>
    }
    channel_check: {
      store_id: number
      channel_id: number
      kind: string
      result: string | null
      at: string | null
      trouble: string | null
      tried_at: string | null
      status: number | null
      ms: number | null
      hour: WithDefault<string>
      tries: WithDefault<number>
    }
  }
}
