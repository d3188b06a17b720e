import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    open_api: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      description: WithDefault<string>
      calls: string[]
      /** These two belong to the previous version. */
      field_ids: WithDefault<number[]>
      sensitive: WithDefault<boolean>
      status: WithDefault<'active' | 'inactive' | 'error'>
      created_by: number | null
    }
    open_api_token: {
      store_id: number
      token_id: number
      open_api_id: number
    }
  }
}
