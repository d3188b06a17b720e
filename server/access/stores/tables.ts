import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    store: Timed & {
      store_id: Generated<number>
      name: string
      business_type: WithDefault<string>
      phone: string | null
      tax_id: string | null
      address: Json<Partial<StoreAddress>>
      time_zone: WithDefault<string>
      /** Prefix of customer numbers in exported files. */
      export_mark: Generated<string>
      languages: WithDefault<('th' | 'en')[]>
      era: WithDefault<'ce' | 'be'>
      names_in_tabs: WithDefault<boolean>
      /** Time from which roles that export or send need a second factor. */
      second_factor_from: string | null
      photo: string | null
      /** Person whose sandbox it is; null for real stores. */
      sandbox_of: number | null
      /** Locked since then, and gone 30 days later. */
      deleted_at: string | null
    }
    names_version: { store_id: number; version: WithDefault<number> }
  }
}

export interface StoreAddress {
  line: string
  sub_district: string
  district: string
  province_id: number | null
  postal_code: string
}
