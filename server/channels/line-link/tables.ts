import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    line_link: {
      store_id: number
      id: Generated<number>
      profile_id: number
      channel_id: number
      word_hash: Buffer
      created_by: number | null
      created_at: Stamp
      expires_at: string
      status: WithDefault<'open' | 'linked' | 'pair' | 'closed'>
      used_at: string | null
      by_erased: WithDefault<boolean>
    }
  }
}
