import type { IncidentKind } from '@ruam/contract/privacy/incidents.ts'
import type { Generated } from 'kysely'
import type { Frozen } from './freeze.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    incident: Timed & {
      store_id: number
      id: Generated<number>
      title: string
      kind: IncidentKind
      subject_id: number
      from_at: string
      to_at: string
      known_at: string
      cause: WithDefault<string>
      contact: WithDefault<string>
      measures: WithDefault<string>
      consequences: WithDefault<string>
      exposure: Json<Frozen>
      computed_at: Stamp
      decision: WithDefault<'notify' | 'no_risk' | null>
      decision_reason: WithDefault<string>
      decided_at: WithDefault<string | null>
      decided_by: WithDefault<number | null>
      notified_at: WithDefault<string | null>
      notified_by: WithDefault<number | null>
      late_reason: WithDefault<string>
      closed_at: WithDefault<string | null>
      closed_by: WithDefault<number | null>
      lesson: WithDefault<string>
      stopped_at: WithDefault<string | null>
      stopped_by: WithDefault<number | null>
      stop_words: WithDefault<string>
      reminded: WithDefault<number | null>
      created_by: number | null
    }
    incident_person: {
      store_id: number
      incident_id: number
      profile_id: number
      certain: boolean
      field_ids: WithDefault<number[]>
      hour: WithDefault<string | null>
    }
  }
}
