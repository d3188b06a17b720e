import type { Generated } from 'kysely'

declare module '../core/tables.ts' {
  interface Tables {
    store: Timed & { store_id: Generated<number>; name: string; time_zone: Kept<string>; era: Kept<'ce' | 'be'> }
    names_version: { store_id: number; version: Kept<number> }
  }
}
