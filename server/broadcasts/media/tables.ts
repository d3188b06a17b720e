import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    media: {
      store_id: number
      id: Generated<number>
      name: string
      /** Pixels across, of a picture of a rich message. */
      width: number | null
      storage_key: string
      content_type: string
      size: number
      duration: number | null
      created_by: number | null
      created_at: Stamp
      used_at: Stamp
    }
  }
}
