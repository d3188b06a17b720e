import type { Permission } from '@ruam/contract/platform/permissions.ts'
import type { ExportFileType, ExportType } from '@ruam/contract/reports/exports.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    export: {
      store_id: number
      /** That of its job. */
      id: number
      user_id: number
      type: ExportType
      file_type: ExportFileType
      file_name: string
      rights: Permission[]
      storage_key: string | null
      rows: number | null
      size: number | null
      cut: WithDefault<number>
      created_at: Stamp
      expires_at: Stamp
    }
    export_people: {
      store_id: number
      export_id: number
      part: number
      at: Stamp
      user_id: number
      field_ids: number[]
      profile_ids: number[]
    }
    export_link: { store_id: number; token_hash: Buffer; export_id: number; session_id: number; expires_at: string }
  }
}
