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
      field_type: WithDefault<'custom_profile' | 'transform_profile'>
      formula: Json<ProfileFormula | null>
      sensitive: WithDefault<boolean>
      match_key: WithDefault<boolean>
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
      field_type: WithDefault<'custom_activity' | 'transform_activity'>
      formula: Json<ActivityFormula | null>
      status: WithDefault<string>
      converting_to: DataType | null
      purpose: 'note' | 'amount' | null
      purchase_part: 'order_number' | 'items' | 'branch' | 'channel' | null
    }
    activity_type: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      description: WithDefault<string>
      field_ids: WithDefault<number[]>
      purpose: 'note' | null
    }
    /** The store's list of fields that programs read and write. */
    profile_api_field: {
      store_id: number
      field_id: number
      reads: WithDefault<boolean>
      writes: WithDefault<boolean>
    }
    /** The list of an API key, and the last uses of fields by keys and tokens. */
    credential_field: {
      store_id: number
      credential_id: number
      field_id: number
      reads: WithDefault<boolean>
      writes: FieldWrite | null
      last_read_at: string | null
      last_written_at: string | null
    }
    open_api_field: {
      store_id: number
      open_api_id: number
      field_id: number
      reads: WithDefault<boolean>
      writes: FieldWrite | null
    }
  }
}
