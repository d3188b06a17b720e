declare module '../../database/tables.ts' {
  interface Tables {
    automation_effect: {
      store_id: number
      automation_id: number
      state: 'without' | 'measuring' | 'ended' | 'few_buyers' | 'unclear' | 'more' | 'less'
      difference: number | null
      counted_at: Stamp
    }
  }
}
