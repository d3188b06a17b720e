import type { Generated } from 'kysely'

type EndReason = 'done' | 'exit' | 'stopped' | 'deleted' | 'merged' | 'erased' | 'import_undone' | 'broken'

declare module '../../database/tables.ts' {
  interface Tables {
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
      end_reason: WithDefault<EndReason | null>
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
