import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    automation_undo: {
      store_id: number
      id: Generated<number>
      automation_id: number
      job_id: number
      label_ids: number[]
      field_ids: number[]
      notes: boolean
      created_at: Stamp
      ended_at: WithDefault<string | null>
    }
  }
}
