import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    saved_location: {
      store_id: number
      id: Generated<number>
      title: string
      address: string
      latitude: number
      longitude: number
      created_at: Stamp
      updated_at: Stamp
    }
  }
}
