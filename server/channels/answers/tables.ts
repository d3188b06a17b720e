import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import type { AnswerKind, AnswerOutcome, Hours } from '@ruam/contract/channels/answers.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    answer: Timed & {
      store_id: number
      id: Generated<number>
      channel_id: number
      kind: AnswerKind
      name: string
      place: number | null
      variants: WithDefault<string[]>
      match: WithDefault<'contains' | 'whole'>
      messages: Json<Message[]>
      quick_replies: WithDefault<string[]>
      hands_over: WithDefault<boolean>
      opens_my_data: WithDefault<boolean>
      enabled: WithDefault<boolean>
      fault_noted_at: WithDefault<string | null>
      created_by: number | null
    }
    answer_hours: { store_id: number; channel_id: number; hours: Json<Hours | null>; updated_at: Stamp }
    answer_given: {
      store_id: number
      log_id: number
      channel_id: number
      answer_id: number | null
      at: Stamp
      outcome: AnswerOutcome
      tries: WithDefault<number>
    }
    answer_chat: {
      store_id: number
      channel_id: number
      external_id: string
      fallback_on: WithDefault<string | null>
      outside_on: WithDefault<string | null>
      paused_until: WithDefault<string | null>
      minute: WithDefault<string | null>
      given: WithDefault<number>
      updated_at: Stamp
    }
  }
}
