import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    media: {
      store_id: number
      id: Generated<number>
      name: string
      storage_key: string
      content_type: string
      size: number
      created_by: number | null
      created_at: Stamp
      used_at: Stamp
    }
  }
}
