import type { Message, MessageAction } from '@ruam/contract/broadcasts/messages.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    broadcast_template: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      messages: Json<Message[]>
      quick_replies: Json<MessageAction[]>
      created_by: number | null
    }
  }
}
