declare module '../../database/tables.ts' {
  interface Tables {
    channel_friend: {
      store_id: number
      channel_type: 'lineOA' | 'lineModule' | 'facebook'
      channel_id: number
      external_id: string
      profile_id: number | null
      status: 'friend' | 'blocked'
      /** Time of the event with which the status began. */
      since: string
      /** Time of the newest event; null if none came after that one. */
      heard_at: WithDefault<string | null>
      updated_at: Stamp
      /** Next time to ask for the name. */
      name_at: WithDefault<string | null>
      name_tries: WithDefault<number>
      /** Name on LINE of a friend who is not a customer. */
      display_name: WithDefault<string | null>
    }
  }
}
