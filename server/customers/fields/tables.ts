import type { ActivityFormula, ProfileFormula } from '@ruam/contract/customers/formulas.ts'
import type { FieldWrite } from '@ruam/contract/open-api/credentials.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    profile_field: Timed & {
      store_id: number
      id: Generated<number>
      field_name: string
      display_name: string
      data_type: DataType
      field_type: Kept<'custom_profile' | 'transform_profile'>
      formula: Json<ProfileFormula | null>
      sensitive: Kept<boolean>
      match_key: Kept<boolean>
      choices: string[] | null
      converting_to: DataType | null
      created_by: number | null
    }
    activity_field: Timed & {
      store_id: number
      id: Generated<number>
      field_name: string
      display_name: string
      data_type: DataType
      field_type: Kept<'custom_activity' | 'transform_activity'>
      formula: Json<ActivityFormula | null>
      status: Kept<string>
      converting_to: DataType | null
      purpose: 'note' | 'amount' | null
    }
    activity_type: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      description: Kept<string>
      field_ids: Kept<number[]>
      purpose: 'note' | null
    }
    /** The store's list of fields that programs read and write. */
    profile_api_field: {
      store_id: number
      field_id: number
      reads: Kept<boolean>
      writes: Kept<boolean>
    }
    /** The list of an API key, and the last uses of fields by keys and tokens. */
    credential_field: {
      store_id: number
      credential_id: number
      field_id: number
      reads: Kept<boolean>
      writes: FieldWrite | null
      last_read_at: string | null
      last_written_at: string | null
    }
    open_api_field: {
      store_id: number
      open_api_id: number
      field_id: number
      reads: Kept<boolean>
      writes: FieldWrite | null
    }
  }
}
