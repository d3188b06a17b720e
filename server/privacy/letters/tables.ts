declare module '../../database/tables.ts' {
  interface Tables {
    incident_letter: Timed & {
      store_id: number
      incident_id: number
      number: number
      text_th: string
      text_en: WithDefault<string>
      status: WithDefault<'draft' | 'awaiting' | 'approved'>
      author_ids: number[]
      submitted_at: WithDefault<string | null>
      submitted_by: WithDefault<number | null>
      approved_at: WithDefault<string | null>
      approved_by: WithDefault<number | null>
    }
    incident_letter_sent: {
      store_id: number
      incident_id: number
      number: number
      user_hash: string
      retry_key: string
      outcome: WithDefault<'accepted' | 'unknown'>
    }
  }
}
