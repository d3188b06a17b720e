import type { MappingBody } from '@ruam/contract/imports/mapping.ts'
import type { OrderCounts } from '@ruam/contract/imports/order-lines.ts'
import type { ContactsAlone } from '@ruam/contract/imports/run-state.ts'
import type { DataSourceStatus, RunKind, RunStatus } from '@ruam/contract/imports/status.ts'
import type { Generated } from 'kysely'
import type { MendingState } from './mending-state.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    data_source: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      description: WithDefault<string>
      type: WithDefault<'local_file' | 'openapi'>
      status: WithDefault<DataSourceStatus>
      enabled: WithDefault<boolean>
      file_id: number | null
      mapping: Json<MappingBody | null>
      /** Null before the first preview of cells that were mended or listed. */
      mending: Json<MendingState | null>
      version: WithDefault<number>
      stats: Json<{
        total: number
        pending: number
        success: number
        update: number
        duplicate: number
        failed: number
        /** Absent in figures from before this count. */
        held?: number
      }>
      created_by: number | null
      undone_at: string | null
      deleted_at: string | null
      /** Has what programs sent before each was a data source of its own. */
      built_in: WithDefault<boolean>
      /** API key or API token whose items it has; null in other data sources. The credential may be deleted. */
      credential_id: number | null
    }
    run: {
      store_id: number
      id: Generated<number>
      run_id: string
      data_source_id: number
      kind: RunKind
      status: WithDefault<RunStatus>
      version: number
      mapping: Json<MappingBody>
      /** Null for a stream. */
      file_id: number | null
      dry_run_id: number | null
      /** Condition for the real run to follow this dry run by itself; null: never. */
      follow: 'always' | 'unless_failed' | null
      total: number
      done: WithDefault<number>
      added: WithDefault<number>
      updated: WithDefault<number>
      duplicated: WithDefault<number>
      failed: WithDefault<number>
      /** Rows whose keys point to different people. Included in the failed rows. */
      conflict: WithDefault<number>
      /** Rows pending review: a user decides whether they are the person found. Included in the failed rows. */
      held: WithDefault<number>
      activities: WithDefault<number>
      /** Rows about erased people. Included in the failed rows. */
      erased: WithDefault<number>
      /** Imported rows with unread cells, and the number of those cells. */
      unread_rows: WithDefault<number>
      unread_cells: WithDefault<number>
      /** Added rows without any value of a match key. */
      keyless: WithDefault<number>
      error: Json<{ name: string; details?: Record<string, unknown> } | null>
      cancel_requested: WithDefault<boolean>
      fence: WithDefault<number>
      created_by: number | null
      created_at: Stamp
      started_at: string | null
      finished_at: string | null
      undone_at: string | null
      /** Rows of its file that an undo has taken back. */
      undone_to: WithDefault<number>
      /** Labels that its rows named. */
      row_labels: WithDefault<number[]>
      /** Names of those that it made, or that a dry run would make. */
      new_labels: Json<string[]>
      /** Keys that contradict whom they find in most rows; null until the run has looked. */
      distrusted_keys: WithDefault<number[] | null>
      /** Counts of its consent columns, as `0.granted`. */
      consents: Json<Record<string, number>>
      /** What it found of orders; null if its rows are no lines of orders, and until it ends. */
      orders: Json<OrderCounts | null>
      /** People whom shared contacts alone tell apart; null for a file with names, ids or birth dates. */
      contacts_alone: Json<ContactsAlone | null>
    }
    file_field: { store_id: number; file_id: number; source_schema_id: string; destination_id: number }
  }
}
