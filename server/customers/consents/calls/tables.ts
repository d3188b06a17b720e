import type { legalBases, WordingChannel } from '@ruam/contract/customers/consent-wording.ts'
import type { Generated } from 'kysely'
import type { ConsentEvidence } from '../evidence.ts'

declare module '../../../database/tables.ts' {
  interface Tables {
    privacy_setting: {
      store_id: number
      /** Customers under 20 count as not granted until a guardian consents. */
      age_gate: WithDefault<boolean>
      updated_at: Stamp
    }
    consent_purpose: Timed & { store_id: number; id: Generated<number>; name: string; description: WithDefault<string> }
    consent_wording: {
      store_id: number
      purpose_id: number
      version: number
      text_th: string
      text_en: WithDefault<string>
      channels: WordingChannel[]
      legal_basis: (typeof legalBases)[number]
      /** Null: a draft. */
      since: string | null
      until: WithDefault<string | null>
      /** Grants of earlier versions no longer count. */
      restarts: WithDefault<boolean>
      started_by: WithDefault<number | null>
      updated_at: Stamp
    }
    consent_correction: {
      store_id: number
      id: Generated<number>
      purpose_id: number
      version: number
      text_th: string
      text_en: string
      at: Stamp
      corrected_by: number | null
    }
    consent_entry: {
      store_id: number
      id: Generated<number>
      profile_id: number
      purpose_id: number
      status: 'granted' | 'withdrawn'
      source: 'user' | 'run' | 'api_key' | 'line' | 'facebook'
      at: Stamp
      created_by: number | null
      /** The program, for source api_key. */
      credential_id: WithDefault<number | null>
      note: string | null
      /** User id that the answer came from. */
      external_id: WithDefault<string | null>
      /** Runs that said so; null if a person, a program or a message did. */
      runs: WithDefault<number[] | null>
      /** Version of the wording that was answered. */
      version: WithDefault<number>
      guardian: WithDefault<boolean>
      /** Null: from before versions. */
      evidence: Json<ConsentEvidence | null>
    }
  }
}
