/** A menu that friends get by segments and labels. */
interface MenuInEffect {
  id: number
  line_id: string
  label_ids: number[]
}

declare module '../../../database/tables.ts' {
  interface Tables {
    rich_menu_assignment: {
      store_id: number
      channel_id: number
      menus: Json<MenuInEffect[]>
      label_ids: WithDefault<number[]>
      compares: WithDefault<boolean>
      /** Transactions from here on know `label_ids`. */
      horizon: number | null
      horizon_at: string | null
      doubted: WithDefault<boolean>
      settled_at: string | null
      sampled_at: Stamp
      samples: WithDefault<boolean>
      holder: string | null
      held_until: string | null
    }
    rich_menu_friend: {
      store_id: number
      channel_id: number
      external_id: string
      profile_id: number | null
      menu_id: number | null
      line_id: string | null
      label_id: number | null
      linked: WithDefault<boolean>
      away: WithDefault<boolean>
      shown_menu_id: number | null
      wanted_at: Stamp
      linked_at: string | null
    }
    rich_menu_touched: { store_id: number; id: WithDefault<number>; profile_ids: number[] }
    rich_menu_move: {
      store_id: number
      id: WithDefault<number>
      profile_id: number
      channel_id: number
      from_menu_id: number | null
      to_menu_id: number | null
      label_id: number | null
      at: Stamp
    }
  }
}
