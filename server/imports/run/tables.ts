import type { RecordStatus } from '@ruam/contract/imports/status.ts'
import type { Generated } from 'kysely'
import type { Sources } from '../../customers/changes/source.ts'
import type { StoredError, StoredUnread } from './write-records.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    run_record: {
      store_id: number
      run: number
      record_no: number
      status: RecordStatus
      profile_id: number | null
      changes: Json<Record<string, [before: unknown, after: unknown]> | null>
      matched_by: number | null
      adds_activity: boolean | null
      /** An activity that was there already and that the row stands for. */
      met_activity: number | null
      /** A line of an order, likewise. */
      met_line: number | null
      error: Json<StoredError | null>
      /** Names the group of a waiting row; null if the row waits for no answer. */
      held_group: string | null
      /** Set for items of a stream, and for rows of a file that were corrected later. */
      at: string | null
      /** Cells that were left empty. */
      unread: Json<StoredUnread[] | null>
    }
    dry_run_block: {
      store_id: number
      run: number
      done: number
      part: number
      rows: Generated<number>
      kind: string
      entries: Json<unknown[]>
    }
    run_profile: {
      store_id: number
      run: number
      profile_id: number
      updated_at: string
      sources: Json<Sources>
      befores: Json<Record<string, unknown>>
    }
    imported_row: {
      store_id: number
      row_hash: string
      held: boolean
      profile_id: number
      run: number
    }
    match_answer: {
      store_id: number
      id: Generated<number>
      key_hash: Buffer
      row_hash: Buffer
      same: boolean
      renames: Generated<boolean>
      profile_id: number | null
      person_hash: Buffer | null
      added_id: number | null
      answered_by: number | null
      answered_at: Stamp
    }
    /** An activity as it was before a run replaced it. */
    replaced_activity: {
      store_id: number
      activity_id: number
      run: number
      profile_id: number
      activity_at: string
      fields: Json<Record<string, string | number | boolean>>
      run_id: number | null
      row_no: number | null
      sent_digest: Buffer | null
    }
  }
}
