declare module '../../database/tables.ts' {
  interface Tables {
    request_count: { store_id: number; hour: string; requests: number; errors: number }
    mail_count: { store_id: number; hour: string; sent: number; failed: number; sent_at: string | null }
  }
}

export type {}
