import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    privacy_setting: {
      store_id: number
      /** Customers under 20 count as not granted until a guardian consents. */
      age_gate: WithDefault<boolean>
      updated_at: Stamp
    }
    consent_purpose: Timed & { store_id: number; id: Generated<number>; name: string; description: WithDefault<string> }
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
    }
  }
}
