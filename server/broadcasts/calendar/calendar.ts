import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { plannedOf, quotaLine } from '@ruam/contract/broadcasts/quota-line.ts'
import type { Answer } from '@ruam/contract/platform/endpoint.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { quotaOf } from '../../channels/accounts/quota.ts'
import { databaseNow } from '../../core/now.ts'
import { addDays, addMonths } from '../../customers/rules/days.ts'
import { inStore } from '../../database/db.ts'
import { dayAt, dayBegins } from '../../formats/values/time-zones.ts'
import type { Core } from '../../servers/core.ts'
import { settingsOf } from '../settings/queries.ts'
import { withCounts } from './count-drafts.ts'
import { countedDays, eveningsOf } from './evenings.ts'
import { calendarRows, itemOf, queuedOfAutomations } from './items.ts'

type Calendar = Answer<typeof broadcasts.calendar>

/** LINE's months are those of Japan. */
const LINE_ZONE = 'Asia/Tokyo'

interface Account {
  type: 'lineOA' | 'lineModule'
  id: number
}

/** Returns a month of the store: its days, its broadcasts on an account, and how far the quota of LINE's month lasts. */
export async function calendarOf(core: Core, storeId: number, { type, id }: Account, month: string): Promise<Calendar> {
  const first = `${month}-01`
  const next = addMonths(first, 1)
  const read = await inStore(core.pool, storeId, async (db) => {
    const timeZone = await timeZoneOf(db, storeId)
    const earliest = (day: string) => [dayBegins(day, timeZone), dayBegins(day, LINE_ZONE)].toSorted()
    const period = { channelId: id, month: first, from: earliest(first)[0]!, until: earliest(next)[1]! }
    return {
      timeZone,
      settings: await settingsOf(db, storeId),
      quota: await quotaOf(db, storeId, { channelId: id, month: first }),
      counted: await countedDays(db, storeId, id, first),
      rows: await calendarRows(db, storeId, period),
      queued: await queuedOfAutomations(db, storeId, period),
    }
  })
  const { timeZone, settings, quota } = read
  const { rows, counting } = await withCounts(core, storeId, read.rows, {
    account: { type, channel_id: id },
    settings,
  })
  const counts = { timeZone, month: first, perObject: settings.per_object }
  const items = rows
    .map((row) => itemOf(row, counts))
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const today = dayAt(new Date(databaseNow()).toISOString(), timeZone)
  const limit = quota?.limit ?? null
  const planned = plannedOf(items)
  // LINE counts a part of the evening before in this month.
  const before = planned.filter(({ day }) => day < first).reduce((sum, { messages }) => sum + messages, 0)
  const left = limit === null ? null : limit - quota!.usage - before - read.queued
  const days = daysBetween(first, next)
  const ahead = days.filter((day) => day >= today)
  const line = left === null || ahead.length === 0 ? null : quotaLine(left, ahead, planned)
  const evenings = eveningsOf(read.counted, first)
  return {
    month,
    today,
    limit,
    left,
    counted_at: quota?.at ?? null,
    days: days.map((day) => {
      const { used, outside = 0, outside_since = null } = evenings.get(day) ?? {}
      const place = ahead.indexOf(day)
      const passed = limit === null || used === undefined ? null : limit - used
      return { day, left: place < 0 ? passed : (line?.left[place] ?? null), outside, outside_since }
    }),
    items: items.filter(({ day }) => day >= first && day < next),
    counting,
    ends: line?.ends ?? null,
    short: line?.short ?? 0,
    price: settings.price,
    approval: settings.approval,
  }
}

function daysBetween(first: string, next: string): string[] {
  const days: string[] = []
  for (let day = first; day < next; day = addDays(day, 1)) days.push(day)
  return days
}
