import type { ActivityFormula, ProfileFormula } from '@ruam/contract/customers/formulas.ts'
import type { DataType } from '@ruam/contract/platform/system-fields.ts'
import type { Generated } from 'kysely'

declare module '../../platform/core/tables.ts' {
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
  }
}
