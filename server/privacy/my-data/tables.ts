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
    my_data_link: {
      store_id: number
      profile_id: number
      token_hash: Buffer
      created_at: Stamp
      created_by: WithDefault<number | null>
      expires_at: string
      code_hash: WithDefault<Buffer | null>
      code_user_id: WithDefault<string | null>
      code_until: WithDefault<string | null>
      code_tries: WithDefault<number>
      codes: WithDefault<number>
    }
  }
}
