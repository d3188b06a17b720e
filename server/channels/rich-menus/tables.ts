import type {
  RichMenuContent,
  RichMenuPicture,
  richMenuAtLineFaults,
  richMenuStatuses,
} from '@ruam/contract/channels/rich-menu.ts'
import type { Generated } from 'kysely'

declare module '../../database/tables.ts' {
  interface Tables {
    rich_menu: Timed & {
      store_id: number
      id: Generated<number>
      channel_id: number
      name: string
      chat_bar_text: WithDefault<string>
      opens: WithDefault<boolean>
      size: WithDefault<RichMenuContent['size']>
      picture: Json<RichMenuPicture | null>
      areas: Json<RichMenuContent['areas']>
      label_ids: WithDefault<number[]>
      starts_at: string | null
      ends_at: string | null
      draft: Json<RichMenuContent | null>
      is_default: boolean
      place: number | null
      status: WithDefault<(typeof richMenuStatuses)[number]>
      version: WithDefault<number>
      line_version: WithDefault<number | null>
      fault: WithDefault<(typeof richMenuAtLineFaults)[number] | null>
      created_by: number | null
    }
    rich_menu_at_line: {
      store_id: number
      channel_id: number
      line_id: string
      rich_menu_id: number
      version: number
      state: 'creating' | 'ready' | 'retiring' | 'trial'
      alias: string | null
      created_at: Stamp
    }
    rich_menu_account: {
      store_id: number
      channel_id: number
      former_order: WithDefault<number[] | null>
      due_at: WithDefault<string | null>
      tries: WithDefault<number>
      compared_at: WithDefault<string | null>
    }
    rich_menu_link: {
      store_id: number
      code: string
      rich_menu_id: number
      letter: string
      target: string
      created_at: Stamp
    }
    rich_menu_tap: {
      store_id: number
      rich_menu_id: number
      letter: string
      visitor: Buffer
      taps: WithDefault<number>
      tapped_at: Stamp
    }
  }
}
