declare module '../../database/tables.ts' {
  interface Tables {
    watch_line_notice: {
      store_id: number
      notification_id: number
      user_id: number
      watch_id: number
      file_id: number | null
      retry_key: WithDefault<string>
      tries: WithDefault<number>
      due_at: Stamp
      error: WithDefault<string | null>
      given_up_at: WithDefault<string | null>
      created_at: Stamp
    }
  }
}
