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
    program_request: {
      store_id: number
      id: Generated<number>
      credential_id: number
      at: string
      /** Method and address of the contract. */
      call: string
      status: number
      error: string | null
      items: number | null
      failed: number | null
      duration_ms: number
      request_id: string
      address: string
      receipt_id: number | null
      profile_id: number | null
      /** Sealed JSON text. */
      body: Buffer | null
      body_bytes: WithDefault<number>
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
