import type { Arm } from '@ruam/contract/broadcasts/ab-test.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    broadcast_link: {
      store_id: number
      broadcast_id: number
      place: number
      message: number
      arm: WithDefault<Arm | null>
      code: string
      target: string
      clicks: WithDefault<number>
      visitors: WithDefault<number>
      first_visitors: WithDefault<number>
      created_at: Stamp
    }
    broadcast_click: {
      store_id: number
      broadcast_id: number
      place: number
      visitor: Buffer
      clicked_at: Stamp
    }
    broadcast_person_click: {
      store_id: number
      broadcast_id: number
      place: number
      profile_id: number
      clicks: WithDefault<number>
      clicked_at: Stamp
      /** Times of the clicks before, at most 50, the newest last. */
      earlier_at: WithDefault<string[]>
    }
  }
}
