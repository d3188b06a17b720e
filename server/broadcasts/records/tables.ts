import type { AbTest, Arm, textChoices } from '@ruam/contract/broadcasts/ab-test.ts'
import type {
  BroadcastTarget,
  broadcastReasons,
  broadcastStatuses,
  broadcastSubStatuses,
} from '@ruam/contract/broadcasts/broadcast.ts'
import type { Holdout } from '@ruam/contract/broadcasts/effect.ts'
import type { LinkTracking } from '@ruam/contract/broadcasts/links.ts'
import type { Message, MessageAction } from '@ruam/contract/broadcasts/messages.ts'
import type { Generated } from 'kysely'

/** Customers who got each text of a trial, and how many of them clicked. */
export type TrialFigures = Record<Arm, { people: number; clicked: number | null }>

declare module '../../database/tables.ts' {
  interface Tables {
    broadcast: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      status: WithDefault<(typeof broadcastStatuses)[number]>
      sub_status: WithDefault<(typeof broadcastSubStatuses)[number] | null>
      reason: WithDefault<(typeof broadcastReasons)[number] | null>
      channel_id: number | null
      purpose_id: number | null
      target: Json<BroadcastTarget>
      messages: Json<Message[]>
      quick_replies: Json<MessageAction[]>
      stop_reply: boolean
      send_at: string | null
      time_zone: string | null
      notification_disabled: boolean
      link_tracking: WithDefault<LinkTracking>
      version: WithDefault<number>
      approved_version: WithDefault<number | null>
      approved_by: WithDefault<number | null>
      approved_at: WithDefault<string | null>
      author_ids: number[]
      quota_month: WithDefault<string | null>
      reserved: WithDefault<number>
      per_person: WithDefault<number>
      due_at: WithDefault<string | null>
      wait_until: WithDefault<string | null>
      frozen_at: WithDefault<string | null>
      started_at: WithDefault<string | null>
      finished_at: WithDefault<string | null>
      estimate: Json<{ total: number; target: number } | null>
      /** When the people of a draft were counted; null: not since its last change. */
      estimated_at: WithDefault<string | null>
      queued: WithDefault<number>
      accepted: WithDefault<number>
      failed: WithDefault<number>
      skipped: WithDefault<number>
      unknown: WithDefault<number>
      holdout_share: WithDefault<number | null>
      holdout_off_reason: WithDefault<Holdout['off_reason'] | null>
      repeats_id: WithDefault<number | null>
      measure_ended_at: WithDefault<string | null>
      effect_notified_at: WithDefault<string | null>
      ab_test: Json<AbTest | null>
      trial_last: WithDefault<number | null>
      trial_ended_at: WithDefault<string | null>
      text_choice: WithDefault<(typeof textChoices)[number] | null>
      text_chosen_at: WithDefault<string | null>
      text_chosen_by: WithDefault<number | null>
      trial_figures: Json<TrialFigures | null>
      /** Friends that LINE counted at the end of `line_counted_on`, for its call for everyone. */
      line_friends: WithDefault<number | null>
      line_counted_on: WithDefault<string | null>
      confirmed_withdrawn: WithDefault<number | null>
      called_on: WithDefault<string | null>
      /** Outcome of a call for everyone that a restored backup lacks. */
      called_before: WithDefault<'accepted' | 'unknown' | null>
      charged: WithDefault<number | null>
      charge_due_at: WithDefault<string | null>
      statistics: Json<{ opened: number | null; clicked: number | null; delivered?: number | null } | null>
      statistics_at: WithDefault<string | null>
      created_by: number | null
      /** Step of an automation whose messages these are; null for what people send. */
      automation_id: WithDefault<number | null>
      automation_version: WithDefault<number | null>
      automation_step: WithDefault<number | null>
      /** Letter of an incident; null for what people compose. */
      incident_id: WithDefault<number | null>
      incident_letter: WithDefault<number | null>
    }
    automation_sent: {
      store_id: number
      automation_id: number
      step: number
      user_hash: string
      retry_key: string
      at: string
      outcome: WithDefault<'accepted' | 'unknown'>
    }
    broadcast_sent: {
      store_id: number
      broadcast_id: number
      retry_key: string
      profile_id: number
      outcome: WithDefault<'accepted' | 'unknown'>
    }
    broadcast_sent_user: {
      store_id: number
      broadcast_id: number
      retry_key: string
      user_hash: string
      outcome: WithDefault<'accepted' | 'unknown'>
    }
  }
}
