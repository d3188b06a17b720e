declare module '../../platform/core/tables.ts' {
  interface Tables {
    audit_seal: {
      store_id: number
      hour: string
      entries: number
      hash: string
      sealed_at: Stamp
      purged_at: string | null
    }
  }
}
