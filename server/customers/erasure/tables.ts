import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    erasure: { store_id: number; key_hash: Buffer; profile_id: number; erased_at: Stamp }
    erased_profile: { store_id: number; profile_id: number; erased_at: Stamp }
    erasure_mention: {
      store_id: number
      id: Generated<number>
      erased_id: number
      place: string
      field: string
      row_key: string
      profile_id: number | null
      found_at: Stamp
      outcome: 'kept' | 'cleaned' | null
      settled_at: string | null
      settled_by: number | null
    }
  }
}
