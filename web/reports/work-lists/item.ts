import type { WorkListKind, workListCalls } from '@ruam/contract/reports/work-lists.ts'
import { rangeDayOf } from '../../customers/profiles/day-range.ts'
import type { Got } from '../../data/api.ts'
import { useStore } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { daysBetween } from '../dashboard/use-shop.ts'
import { text } from './text.ts'

type Listed = Got<typeof workListCalls.list>['data'][number]

/** Row of a work list. A customer may have several follow-ups, so a row’s id is that of its note there. */
export type WorkRow = Listed & { profileId: number }

export const rowOf = (item: Listed): WorkRow => ({
  ...item,
  profileId: item.id,
  id: item.followUp?.activityId ?? item.id,
})

/** Returns the name of a row’s customer. */
export function useNameOf() {
  const t = useWords(text)
  return ({ name, profileId }: WorkRow) => name || t.customer({ id: profileId })
}

/** Returns why a customer is on a list, in words. */
export function useReason(kind: WorkListKind) {
  const t = useWords(text)
  const { timeZone } = useStore()
  return ({ followUp, boughtAt, everyDays }: WorkRow): string => {
    if (kind === 'follow-ups') return followUp?.text ?? ''
    if (boughtAt === null) return t.neverBought
    const days = daysBetween(rangeDayOf(timeZone, new Date(boughtAt)), rangeDayOf(timeZone, new Date()))
    if (days === 0) return t.boughtToday
    return everyDays === null ? t.notBought({ days }) : t.rhythm({ every: everyDays, days })
  }
}
