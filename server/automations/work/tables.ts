declare module '../../database/tables.ts' {
  interface Tables {
    /** The place of a store's automations in the stream of changes, and the worker that has them. */
    automation_engine: {
      store_id: number
      epoch: string | null
      position: WithDefault<number>
      holder: string | null
      fence: WithDefault<number>
      until: string | null
      looks_at: string | null
    }
  }
}
