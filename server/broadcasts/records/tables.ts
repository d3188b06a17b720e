import type {
  BroadcastTarget,
  broadcastReasons,
  broadcastStatuses,
  broadcastSubStatuses,
} from '@ruam/contract/broadcasts/broadcast.ts'
import type { Message, MessageAction } from '@ruam/contract/broadcasts/messages.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    broadcast: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      status: Kept<(typeof broadcastStatuses)[number]>
      sub_status: Kept<(typeof broadcastSubStatuses)[number] | null>
      reason: Kept<(typeof broadcastReasons)[number] | null>
      channel_id: number | null
      purpose_id: number | null
      target: Json<BroadcastTarget>
      messages: Json<Message[]>
      quick_replies: Json<MessageAction[]>
      stop_reply: boolean
      send_at: string | null
      time_zone: string | null
      notification_disabled: boolean
      version: Kept<number>
      approved_version: Kept<number | null>
      approved_by: Kept<number | null>
      approved_at: Kept<string | null>
      author_ids: number[]
      quota_month: Kept<string | null>
      reserved: Kept<number>
      per_person: Kept<number>
      due_at: Kept<string | null>
      wait_until: Kept<string | null>
      frozen_at: Kept<string | null>
      started_at: Kept<string | null>
      finished_at: Kept<string | null>
      estimate: Json<{ total: number; target: number } | null>
      queued: Kept<number>
      accepted: Kept<number>
      failed: Kept<number>
      skipped: Kept<number>
      unknown: Kept<number>
      statistics: Json<{ opened: number | null; clicked: number | null } | null>
      statistics_at: Kept<string | null>
      created_by: number | null
    }
    broadcast_sent: {
      store_id: number
      broadcast_id: number
      retry_key: string
      profile_id: number
      outcome: Kept<'accepted' | 'unknown'>
    }
  }
}
