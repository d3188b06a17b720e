import type { BroadcastTarget } from '@ruam/contract/broadcasts/broadcast.ts'
import type { SettingRow } from '../settings/queries.ts'

/** Days over which broadcasts to one person are counted. */
export const CAP_DAYS = 7

export interface Account {
  type: 'lineOA' | 'lineModule'
  channel_id: number
}

export interface AudienceOf {
  account: Account
  target: BroadcastTarget
  purposeId: number | null
  settings: Pick<SettingRow, 'unknown_consent' | 'weekly_cap'>
}
