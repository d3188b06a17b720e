import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    line_member: {
      store_id: number
      user_id: number
      word_hash: Buffer | null
      word_channel_id: number | null
      word_until: string | null
      channel_id: number | null
      line_user_id: string | null
      linked_at: string | null
    }
    line_member_file: {
      store_id: number
      id: Generated<number>
      user_id: number
      channel_id: number
      event_id: string
      message_id: string
      name: string
      size: number
      sent_at: string
      taken_at: string | null
    }
  }
}
