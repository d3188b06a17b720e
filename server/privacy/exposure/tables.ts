declare module '../../database/tables.ts' {
  interface Tables {
    unusual_reading: {
      store_id: number
      user_id: number
      hour: string
      shown: number
      habit: number | null
      at: Stamp
    }
  }
}

export {}
