import { DEFAULT_TIME_ZONE } from '@ruam/contract/platform/constants.ts'
import { type AuditTopic, auditTopicNames } from '@ruam/contract/reports/audit-topics.ts'
import { daysOf, rangeDayOf, readDays } from '../../customers/profiles/day-range.ts'
import { useSession } from '../../data/session.ts'
import { useView } from '../../ui/view.ts'

const digits = /^[1-9]\d{0,8}$/
const DAY_MS = 86_400_000

/** Choices of days above the list. */
export const dayChoices = ['all', 'yesterday', '7d', 'range'] as const
export type DayChoice = (typeof dayChoices)[number]

/** The audit log as the address has it, and the query that it sends. */
export function useAuditView() {
  const { store } = useSession()
  const timeZone = store?.timeZone ?? DEFAULT_TIME_ZONE
  const view = useView({
    sorts: ['at'],
    sort: 'at',
    dir: 'desc',
    limit: 50,
    filters: { topics: 'text', user: 'text', days: 'text', thing: 'text', id: 'text' },
  })
  const { user, days, thing, id } = view.filters
  const topics = (view.filters.topics ?? '')
    .split(',')
    .filter((one): one is AuditTopic => (auditTopicNames as string[]).includes(one))
  const range = rangeOf(days, timeZone)
  const narrowed = { ...range, ...(user && digits.test(user) && { userId: user }) }
  const query = {
    offset: view.query.offset,
    limit: view.query.limit,
    ...(view.keyword && { keyword: view.keyword }),
    ...(topics.length > 0 && { topics: topics.join(',') }),
    ...narrowed,
    ...(thing && { subjectType: thing }),
    ...(thing && id && { subjectId: id }),
  }
  const filter = (change: Partial<typeof view.filters>) => view.show({ filters: { ...view.filters, ...change } })
  return { view, topics, range, narrowed, query, filter, choice: choiceOf(days) }
}
export type AuditView = ReturnType<typeof useAuditView>

function choiceOf(days: string | undefined): DayChoice {
  if (days === 'yesterday' || days === '7d') return days
  return days === 'range' || typeof readDays(days) === 'object' ? 'range' : 'all'
}

/** Days of the store's calendar, both counted in; without a bound where it is open. */
function rangeOf(days: string | undefined, timeZone: string): { from?: string; to?: string } {
  if (days === 'yesterday') {
    const day = rangeDayOf(timeZone, new Date(Date.now() - DAY_MS))
    return { from: day, to: day }
  }
  const asked = readDays(days)
  if (!asked) return {}
  const { from, to } = daysOf(asked, timeZone)
  return { ...(from && { from }), ...(to && { to }) }
}
