import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    dpa_decision: {
      store_id: number
      id: Generated<number>
      version: string
      status: 'accepted' | 'declined'
      consentee: Json<{ name: string; email: string; position: string; company: string }>
      document_hash: string
      decided_by: number
      decided_at: Stamp
    }
  }
}
