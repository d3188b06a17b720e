import type { NoticeEnding } from '@ruam/contract/platform/notice.ts'
import type { Generated } from 'kysely'

declare module '../database/tables.ts' {
  interface Tables {
    notification: {
      store_id: number
      id: Generated<number>
      kind: string
      ending: NoticeEnding
      user_id: number | null
      /** Ids and counts, by name. */
      data: Json<Record<string, number>>
      at: Stamp
    }
    notification_read: { store_id: number; user_id: number; notification_id: number }
  }
}
