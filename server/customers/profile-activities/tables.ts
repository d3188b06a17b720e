import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    activity: {
      store_id: number
      id: Generated<number>
      profile_id: number
      type_id: number
      activity_at: string
      fields: Json<Record<string, string | number | boolean>>
      run_id: number | null
      row_no: number | null
      /** The connector that sent it, and the name by which the connector calls it. */
      data_source_id: Generated<number | null>
      reference: Generated<string | null>
      /** Source of the reference, and the keyed hash of what it sent. */
      source: Generated<string | null>
      sent_digest: Generated<Buffer | null>
      /** The account of LINE or Facebook that it came from. */
      channel_id: Generated<number | null>
      created_by: number | null
      /** State of a note: when it was pinned, the day of its follow-up, and when that was done. */
      pinned_at: Generated<string | null>
      follow_on: Generated<string | null>
      followed_at: Generated<string | null>
      followed_by: Generated<number | null>
      created_at: Stamp
    }
    recorded_act: {
      store_id: number
      user_id: number
      key: string
      activity_id: number | null
      at: Stamp
    }
  }
}
