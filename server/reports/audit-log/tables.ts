declare module '../../database/tables.ts' {
  interface Tables {
    audit_seal: {
      store_id: number
      hour: string
      entries: number
      hash: string
      sealed_at: Stamp
      purged_at: string | null
      rows_hash: string | null
      names_hash: string | null
    }
    audit_fault: {
      store_id: number
      kind: 'hour' | 'cut' | 'day'
      at: string
      found_at: Stamp
    }
  }
}
