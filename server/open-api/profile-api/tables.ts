import type { sqlLoginFailures } from '@ruam/contract/open-api/profile-api.ts'

declare module '../../platform/core/tables.ts' {
  interface Tables {
    sql_login: {
      store_id: number
      role_name: string
      verifier: string
      created_by: number | null
      created_at: Stamp
      password_at: Stamp
      password_set: Kept<boolean>
      views_version: number | null
      failure: (typeof sqlLoginFailures)[number] | null
    }
  }
}
