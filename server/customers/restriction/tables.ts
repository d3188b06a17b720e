import type { restrictionKinds } from '@ruam/contract/customers/restriction.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** `profile.restricted_at` is what others read; this is the journal of it. */
    profile_restriction: {
      store_id: number
      id: Generated<number>
      profile_id: number
      kind: (typeof restrictionKinds)[number]
      reason: string | null
      created_by: number | null
      at: Stamp
      /** Merge that brought it from the profile that went. */
      merge_id: number | null
      lifted_at: string | null
      lifted_by: number | null
      lift_reason: string | null
    }
  }
}
