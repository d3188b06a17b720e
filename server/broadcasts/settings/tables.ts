declare module '../../database/tables.ts' {
  interface Tables {
    broadcast_setting: {
      store_id: number
      price: number | null
      purpose_id: number | null
      unknown_consent: 'send' | 'skip'
      quiet_from: string | null
      quiet_to: string | null
      weekly_cap: number | null
      approval: boolean
      per_object: boolean
      tester_ids: number[]
      click_purpose_ids: WithDefault<number[]>
      updated_at: Stamp
    }
  }
}
