import type { keyStatuses } from '@ruam/contract/open-api/keys.ts'
import type { Scope } from '@ruam/contract/platform/scopes.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    credential: Timed & {
      store_id: number
      id: Generated<number>
      kind: 'key' | 'token'
      name: string
      description: WithDefault<string>
      scopes: WithDefault<Scope[]>
      secret_hash: Buffer
      secret_end: string
      previous_hash: Buffer | null
      previous_until: string | null
      previous_used_at: string | null
      status: WithDefault<Exclude<(typeof keyStatuses)[number], 'expired'> | 'inactive'>
      expires_at: string
      warned_for: string | null
      last_used_at: string | null
      last_address: string | null
      /** First credential of a line of successors; null: itself. */
      lineage: Generated<number | null>
      revoked_at: string | null
      revoked_by: number | null
      created_by: number | null
      rotated_by: number | null
    }
    /** Written by auth.note_uses alone. */
    credential_count: {
      store_id: number
      credential_id: number
      hour: string
      requests: number
      refused: number
    }
  }
}
