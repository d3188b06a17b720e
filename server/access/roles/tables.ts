import type { RoleHome } from '@ruam/contract/access/preset-roles.ts'
import type { SetupKind } from '@ruam/contract/access/setup-requests.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    role: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      description: WithDefault<string>
      /** As it came with the store, or with a later version; false once the store has changed it. */
      preset: WithDefault<boolean>
      permissions: string[]
      home: WithDefault<RoleHome>
      updated_by: number | null
    }
    /** The last request of a member for a right. */
    right_request: {
      store_id: number
      id: Generated<number>
      user_id: number
      permission: string
      asked_at: WithDefault<string>
    }
    /** The last request of a member for what only an owner can add. */
    setup_request: {
      store_id: number
      user_id: number
      kind: SetupKind
      /** The draft that waits for it. */
      broadcast_id: number
      asked_at: WithDefault<string>
    }
  }
}
