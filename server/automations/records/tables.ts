import type { automationReasons, automationStatuses, StartChoice } from '@ruam/contract/automations/automation.ts'
import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    automation: Timed & {
      store_id: number
      id: Generated<number>
      name: string
      status: WithDefault<(typeof automationStatuses)[number]>
      reason: WithDefault<(typeof automationReasons)[number] | null>
      definition: Json<Definition>
      edition: WithDefault<number>
      version: WithDefault<number | null>
      /** `by`: the person who asked for it. */
      pending_start: Json<(StartChoice & { by: number }) | null>
      place: WithDefault<number>
      author_ids: number[]
      created_by: number | null
      paused_at: WithDefault<string | null>
      stopped_at: WithDefault<string | null>
      dates_done_to: WithDefault<string | null>
      /** Changes from then on let customers enter; null unless it is active. */
      follows_since: WithDefault<string | null>
      /** When its worker looks at it next; null: now. */
      looks_at: WithDefault<string | null>
      /** Runs of older versions move to the one in use. */
      moves: WithDefault<boolean>
      /** Number of the last customer inside the segment who entered by a start; null: it asked for none, or all have. */
      inside_after: WithDefault<number | null>
    }
    automation_version: {
      store_id: number
      automation_id: number
      version: number
      edition: number
      definition: Json<Definition>
      reads: string[]
      holdout: WithDefault<number>
      started_by: number | null
      approved_by: WithDefault<number | null>
      started_at: Stamp
    }
  }
}
