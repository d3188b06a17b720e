import type { ChangeType } from '@ruam/contract/open-api/changes.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    webhook: Timed & {
      store_id: number
      id: Generated<number>
      credential_id: number
      url: string
      types: ChangeType[]
      status: WithDefault<'active' | 'paused'>
      reason: 'failing' | 'gone' | 'restored' | 'changes_gone' | null
      secret: Buffer
      previous_secret: Buffer | null
      previous_until: string | null
      secret_ended: WithDefault<boolean>
      epoch: string
      position: number
      nth: number
      /** Unused. Servers of the former version write it during an update. */
      delivered: WithDefault<string[]>
      reached_position: number | null
      reached_nth: number | null
      failing_since: string | null
      failures: WithDefault<number>
      next_at: Stamp
    }
    webhook_waiting: {
      store_id: number
      webhook_id: number
      change_id: number
      nth: number
      failures: WithDefault<number>
      failing_since: string | null
      next_at: Stamp
    }
    webhook_delivery: {
      store_id: number
      id: Generated<number>
      webhook_id: number
      event_id: string
      type: ChangeType
      change_id: number
      nth: number
      status: number | null
      error: string | null
      ms: number
      at: Stamp
      again_at: string | null
    }
  }
}
