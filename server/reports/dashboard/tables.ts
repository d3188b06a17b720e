import type { TickedList } from '@ruam/contract/reports/work-lists.ts'
import type { Quiet, ShopFigures } from './count-shop.ts'

declare module '../../database/tables.ts' {
  interface Tables {
    /** `lacking`: by the part of people's data, a purpose of consent as `consent <id>`. */
    returning_count: {
      store_id: number
      from_at: string
      until_at: string
      counted_at: string
      milliseconds: number
      new_people: number
      returning_people: number
    }
    shop_count: {
      store_id: number
      day: string
      time_zone: string
      counted_at: string
      milliseconds: number
      field_id: number | null
      figures: Json<ShopFigures>
      quiet: Json<Quiet[]>
    }
    work_done: {
      store_id: number
      kind: TickedList
      profile_id: number
      done_at: Stamp
      done_by: number
    }
    daily_count: { store_id: number; day: string; metric: string; channel: string; value: number }
    counted_days: { store_id: number; until: string }
    data_quality: { store_id: number; counted_at: string; total: number; lacking: Json<Record<string, number>> }
  }
}
