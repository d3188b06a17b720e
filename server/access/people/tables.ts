import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    store_member: {
      store_id: number
      user_id: number
      /** Null of some who have left: what role they had is gone. */
      role_id: number | null
      created_at: Stamp
      removed_at: string | null
      seen_at: string | null
    }
    invitation: {
      store_id: number
      id: Generated<number>
      email: string
      /** Null of some that were answered. */
      role_id: number | null
      token_hash: Buffer
      status: WithDefault<'pending' | 'accepted' | 'revoked'>
      created_by: number
      created_at: Stamp
      expires_at: string
      /** Null of one whose link its maker was shown. */
      mail: 'waiting' | 'sent' | 'failed' | null
      /** Why it could not be delivered. */
      mail_failure: 'refused' | 'unreachable' | 'busy' | 'rejected' | null
    }
  }
}
