import type { sqlLoginFailures } from '@ruam/contract/open-api/profile-api.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** The list of the previous version. */
    profile_api: {
      store_id: number
      hidden_field_ids: WithDefault<number[]>
      opened_field_ids: WithDefault<number[]>
      updated_at: Stamp
    }
    sql_login: {
      store_id: number
      role_name: string
      verifier: string
      created_by: number | null
      created_at: Stamp
      password_at: Stamp
      password_set: WithDefault<boolean>
      views_version: number | null
      failure: (typeof sqlLoginFailures)[number] | null
      sensitive_field_ids: WithDefault<number[]>
    }
    sql_session: {
      store_id: number
      id: Generated<number>
      role_name: string
      pid: number
      began_at: string
      seen_at: string
      ended_at: string | null
      address: string | null
      field_ids: number[]
    }
  }
}
