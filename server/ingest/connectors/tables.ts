import type { ReceiptKind } from '@ruam/contract/imports/items.ts'
import type { ConnectorProblem, connectorStatuses, PathKind } from '@ruam/contract/open-api/connector-states.ts'
import type { Generated } from 'kysely'
import type { ColumnFacts } from '../../formats/files/column-facts.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    connector: Timed & {
      store_id: number
      data_source_id: number
      status: WithDefault<(typeof connectorStatuses)[number]>
      problem: ConnectorProblem | null
      problem_at: string | null
      failing: WithDefault<number>
      each_path: string | null
      /** JSON text of the newest example items. */
      examples: WithDefault<string>
      facts: Json<ColumnFacts[]>
      fields_capped: WithDefault<boolean>
      mapped_at: string | null
      warned_at: Stamp
      last_item_at: string | null
    }
    connector_field: {
      store_id: number
      data_source_id: number
      no: number
      path: string
      kinds: PathKind[]
      items: WithDefault<number>
      last_value: string | null
      first_at: Stamp
      last_at: Stamp
      changed: WithDefault<boolean>
    }
    connector_token: { store_id: number; data_source_id: number; token_id: number }
    connector_hour: {
      store_id: number
      data_source_id: number
      hour: string
      requests: number
      items: number
      failed: number
      refused: WithDefault<number>
    }
    dead_letter: {
      store_id: number
      id: Generated<number>
      data_source_id: number
      kind: WithDefault<ReceiptKind>
      receipt_id: number
      item_index: number
      item_place: number | null
      /** JSON text of the item. */
      item: string
      error: string
      path: string | null
      value: string | null
      run: number | null
      record_no: number | null
      /** True if the stored value of a sensitive field made the item fail. */
      sensitive: WithDefault<boolean>
      tries: WithDefault<number>
      first_at: Stamp
      at: Stamp
      replay_at: string | null
    }
  }
}
