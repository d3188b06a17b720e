import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    /** Written by triggers; this folder gives positions and deletes. */
    change: {
      store_id: number
      id: Generated<number>
      kind: string
      subject_id: number | null
      profile_ids: WithDefault<number[]>
      activity_ids: number[] | null
      details: WithDefault<string[]>
      at: Stamp
      position: number | null
      /** Writer whose changes start no automation, or only some. */
      origin: WithDefault<string | null>
      /** Null in a change from before it was kept. */
      transaction_id: WithDefault<string | null>
    }
    change_reader: {
      store_id: number
      epoch: Generated<string>
      begun_at: string | null
      position: WithDefault<number>
      deleted_to: WithDefault<number>
      reads_until: string
    }
  }
}
