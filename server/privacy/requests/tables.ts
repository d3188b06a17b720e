import type { answerWays, requestDecisions, requestKinds, requestSources } from '@ruam/contract/privacy/requests.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    privacy_request: Timed & {
      store_id: number
      id: Generated<number>
      kind: (typeof requestKinds)[number]
      source: (typeof requestSources)[number]
      place: WithDefault<string>
      words: WithDefault<string>
      received_at: Stamp
      due_at: string
      created_by: number | null
      assignee_id: number | null
      purpose_ids: WithDefault<number[]>
      identity_way: WithDefault<'line_login' | 'personal_link' | 'checklist' | null>
      identity_checks: WithDefault<string[]>
      identity_at: WithDefault<string | null>
      identity_by: WithDefault<number | null>
      decision: WithDefault<(typeof requestDecisions)[number] | null>
      decision_reason: WithDefault<string>
      decided_at: WithDefault<string | null>
      decided_by: WithDefault<number | null>
      needs_approval: WithDefault<boolean>
      approved_at: WithDefault<string | null>
      approved_by: WithDefault<number | null>
      answer_way: WithDefault<(typeof answerWays)[number] | null>
      answer_text: WithDefault<string>
      answer_key: WithDefault<string | null>
      answer_delivered: WithDefault<boolean | null>
      answered_at: WithDefault<string | null>
      answered_by: WithDefault<number | null>
      extended_days: WithDefault<number | null>
      extension_reason: WithDefault<string>
      extended_at: WithDefault<string | null>
      extended_by: WithDefault<number | null>
      reminded: WithDefault<number | null>
      outcome: WithDefault<'done' | 'refused' | 'erased' | null>
      closed_at: WithDefault<string | null>
    }
    privacy_request_setting: {
      store_id: number
      days: WithDefault<number>
      erase_needs_two: WithDefault<boolean>
      updated_at: Stamp
    }
    privacy_request_profile: { store_id: number; request_id: number; profile_id: number }
  }
}
