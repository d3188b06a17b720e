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
      pending_start: Json<StartChoice | null>
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
    automation_run: {
      store_id: number
      id: Generated<number>
      automation_id: number
      version: number
      profile_id: number
      entered_at: string
      cause: string
      detail: Json<Record<string, unknown>>
      step: number | null
      due_at: string | null
      waits_for: WithDefault<'quiet_hours' | 'quota' | 'import' | 'restricted' | 'paused' | null>
      held_out: WithDefault<boolean>
      messages: WithDefault<number>
      acts: WithDefault<number>
      ended_at: WithDefault<string | null>
      end_reason: WithDefault<
        'done' | 'exit' | 'stopped' | 'deleted' | 'merged' | 'erased' | 'import_undone' | 'broken' | null
      >
    }
    automation_act: {
      store_id: number
      run_id: number
      nth: number
      automation_id: number
      profile_id: number
      at: string
      kind:
        | 'entered'
        | 'wait'
        | 'condition'
        | 'message'
        | 'label'
        | 'value'
        | 'note'
        | 'event'
        | 'put_off'
        | 'moved'
        | 'ended'
      step: WithDefault<number | null>
      outcome: string
      reason: WithDefault<string | null>
      broadcast_id: WithDefault<number | null>
      position: WithDefault<number | null>
      made_id: WithDefault<number | null>
      change: Json<{ before: unknown; after: unknown } | null>
    }
  }
}
