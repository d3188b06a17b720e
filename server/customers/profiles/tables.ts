import type { FurtherNameKind } from '@ruam/contract/customers/further-names.ts'
import type { systemFields } from '@ruam/contract/platform/system-fields.ts'
import type { Generated } from 'kysely'
import type { Sources } from '../changes/source.ts'

type SystemField = (typeof systemFields)[number]

/** The columns of the system fields. */
type ProfileColumns = {
  [F in SystemField as F['column']]: F['data_type'] extends 'Number' ? number | null : string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    profile: Timed &
      ProfileColumns & {
        store_id: number
        id: Generated<number>
        custom: Json<Record<string, string | number | boolean>>
        search_key: Generated<string | null>
        custom_search: Generated<string | null>
        origin_run: number | null
        origin_row: number | null
        row_hash: number | null
        sources: Json<Sources>
        created_by: number | null
        deleted_at: string | null
        merged_into: number | null
        restricted_at: string | null
      }
    profile_contact: {
      store_id: number
      profile_id: number
      field_id: number
      value: string
      source: 'merge' | 'run'
      source_id: number
      created_at: Stamp
    }
    profile_name: {
      store_id: number
      id: Generated<number>
      profile_id: number
      kind: FurtherNameKind
      value: string
      source: 'merge' | 'run'
      source_id: number
      created_at: Stamp
    }
  }
}
