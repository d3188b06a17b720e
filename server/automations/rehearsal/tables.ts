import type { Definition } from '@ruam/contract/automations/definition.ts'
import type { RehearsalFigures } from '@ruam/contract/automations/rehearsal.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    automation_rehearsal: {
      store_id: number
      automation_id: number
      edition: number
      months: number
      from_day: string
      to_day: string
      job_id: number
      /** Null in rehearsals from before it was stored. */
      definition: Json<Definition | null>
      figures: Json<RehearsalFigures | null>
      created_at: Stamp
    }
    automation_rehearsal_person: {
      store_id: number
      automation_id: number
      edition: number
      nth: number
      profile_id: number
      entered_at: string | null
      month: string | null
      messages: number
      reasons: string[]
      conflicts: number[]
      as_today: string[]
      acts: Json<RehearsedActRow[]>
    }
    /** Written by triggers of channel_friend. */
    channel_friend_change: {
      store_id: number
      id: Generated<number>
      profile_id: number
      channel_type: string
      channel_id: number
      user_hash: string
      before: string | null
      after: string | null
      at: string
      since: string | null
    }
    /** Written by triggers of profile_label. */
    profile_label_change: {
      store_id: number
      id: Generated<number>
      label_id: number
      given: boolean
      profile_ids: number[]
      at: Stamp
    }
  }
}

/** An act as it is kept: at, kind, step, outcome, reason. */
export type RehearsedActRow = [at: string, kind: string, step: number | null, outcome: string, reason: string | null]
