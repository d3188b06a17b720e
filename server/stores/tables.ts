import type { Generated } from 'kysely'

declare module '../core/tables.ts' {
  interface Tables {
    store: Timed & { store_id: Generated<number>; name: string; time_zone: Kept<string>; era: Kept<'ce' | 'be'> }
    role: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      preset: Kept<boolean>
      permissions: string[]
    }
    names_version: { store_id: number; version: Kept<number> }
    store_member: { store_id: number; user_id: number; role_id: number; created_at: Stamp; removed_at: string | null }
  }
}
