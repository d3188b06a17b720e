import type { Generated } from 'kysely'

declare module '../database/tables.ts' {
  interface Tables {
    audit_log: {
      store_id: number
      id: Generated<number>
      at: Stamp
      user_id: number | null
      action: string
      subject_type: string
      subject_id: string | null
      details: Json<Record<string, unknown>>
      request_id: string | null
      address: WithDefault<string | null>
      device: WithDefault<string | null>
    }
    sensitive_read: {
      store_id: number
      id: Generated<number>
      at: Stamp
      viewer: string
      role: string | null
      way: string
      field_ids: number[]
      profile_ids: number[]
      request_id: string | null
    }
    sensitive_read_hour: {
      store_id: number
      profile_id: number
      hour: string
      viewer: string
      way: string
      role: string | null
      field_ids: number[]
      reads: number
    }
  }
}
