declare module '../../database/tables.ts' {
  interface Tables {
    my_data_page: {
      store_id: number
      code: string
      is_on: WithDefault<boolean>
      login_id: string
      login_secret: Buffer
      login_secret_end: string
      check_result: WithDefault<'same' | 'unknown' | null>
      checked_at: WithDefault<string | null>
      checked_by: WithDefault<number | null>
      updated_at: Stamp
    }
  }
}
