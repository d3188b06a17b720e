import type { ReceiptKind } from '@ruam/contract/imports/items.ts'
import type { Generated } from 'kysely'
import type { StoredLists } from '../items/sender-lists.ts'
import type { StoredResult } from '../items/stored-result.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    receipt: {
      store_id: number
      id: Generated<number>
      credential_id: number
      /** First credential of the sender's line of successors; null in requests of the version before. */
      lineage: number | null
      data_source_id: number
      kind: ReceiptKind
      items: number
      /** JSON text of the items; null once they are done. */
      body: string | null
      idempotency_key: string | null
      body_hash: Buffer | null
      /** Null in requests of the previous version. */
      lists: Json<StoredLists | null>
      at: Stamp
      told: WithDefault<boolean>
      done_at: string | null
      results: Json<StoredResult[] | null>
      /** Of items of connectors. */
      mapping_version: number | null
      unmapped: Json<string[] | null>
      failed: number | null
      /** Rows of its items in the stream of their program; null for connectors. */
      run: number | null
      first_row: number | null
      last_row: number | null
      /** JSON text of the items of the newest requests to a connector. */
      payload: string | null
    }
  }
}
