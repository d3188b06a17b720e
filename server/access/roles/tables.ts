import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    role: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      description: Kept<string>
      /** As it came with the store, or with a later version; false once the store has changed it. */
      preset: Kept<boolean>
      permissions: string[]
      updated_by: number | null
    }
  }
}
