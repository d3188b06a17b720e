declare module '../../database/tables.ts' {
  interface Tables {
    privacy_copy: {
      store_id: number
      request_id: number
      job_id: number
      json_key: string | null
      html_key: string | null
      bytes: number | null
      hidden: number | null
      made_at: string | null
      expires_at: string | null
    }
  }
}

export {}
