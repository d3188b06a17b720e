import type { InInstants, RangeDay } from '@ruam/contract/platform/common.ts'
import type { Db } from '../../database/db.ts'
import { dayBegins, dayEnds } from '../../formats/values/time-zones.ts'
import { timeZoneOf } from './queries.ts'

/** A filter with its days as instants of the store's time zone: a range begins when its first day does, and ends when its last day does. */
export async function inInstants<T extends object>(db: Db, storeId: number, filter: T): Promise<InInstants<T>> {
  const days = Object.entries(filter).flatMap(([name, value]) => (isRangeDay(value) ? [{ name, ...value }] : []))
  if (days.length === 0) return filter as InInstants<T>
  const timeZone = await timeZoneOf(db, storeId)
  const instants = days.map(({ name, day, end }) => [
    name,
    end === 'from' ? dayBegins(day, timeZone) : dayEnds(day, timeZone),
  ])
  return { ...filter, ...Object.fromEntries(instants) } as InInstants<T>
}

const isRangeDay = (value: unknown): value is RangeDay => typeof value === 'object' && value !== null && 'day' in value
