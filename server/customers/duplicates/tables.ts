import type { duplicateReasons } from '@ruam/contract/customers/duplicates.ts'
import type { Generated } from 'kysely'
import type { PassedLabels } from '../labels/pass-labels.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    profile_duplicate_block: {
      store_id: number
      slot: number
      ids: number[]
      stamps: number[]
      keys: Buffer
      seen: Buffer
    }
    profile_duplicate: {
      store_id: number
      id: Generated<number>
      low_id: number
      high_id: number
      score: number
      gain: WithDefault<number>
      reasons: (typeof duplicateReasons)[number][]
      status: WithDefault<'open' | 'dismissed' | 'merged'>
      chosen: WithDefault<boolean>
      found_at: Stamp
      settled_at: string | null
      settled_by: number | null
    }
    profile_merge: {
      store_id: number
      id: Generated<number>
      duplicate_id: number
      kept_id: number
      gone_id: number
      labels: Json<PassedLabels>
      activities: WithDefault<number[]>
      consents: WithDefault<number[]>
      identities: WithDefault<string[]>
      created_by: number | null
      created_at: Stamp
      undone_at: string | null
      undone_by: number | null
      source: WithDefault<'user' | 'line'>
    }
  }
}
