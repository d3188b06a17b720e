import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { plannedOf, quotaLine } from '@ruam/contract/broadcasts/quota-line.ts'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { RouteLink } from '../../ui/route.tsx'
import { inZone } from '../store-time.ts'
import styles from './Checklist.module.css'
import { composeText } from './compose-text.ts'

interface QuotaEndProps {
  channelId: number
  /** The draft as it would be sent. */
  draft: {
    id: number
    sendAt: string | null
    messages: number
    /** Messages per person if it sends as many as the quota allows; null for all or nothing. */
    trims: number | null
  }
  timeZone: string
}

/** The day on which the quota ends if the draft is sent, with other planned broadcasts and drafts counted. Leads to the calendar. */
export function QuotaEnd({ channelId, draft, timeZone }: QuotaEndProps) {
  const c = useWords(composeText)
  const at = draft.sendAt ?? new Date().toISOString()
  const { day } = inZone(at, timeZone)
  const month = day.slice(0, 7)
  const calendar = useRead(broadcasts.calendar, { query: { channelId, month } }).data
  if (!calendar || calendar.left === null) return null
  const others = plannedOf(calendar.items).filter(({ id }) => id !== draft.id)
  const planned = [...others, { ...draft, day, at }].sort((one, other) => Date.parse(one.at) - Date.parse(other.at))
  const ahead = calendar.days.map((one) => one.day).filter((one) => one >= calendar.today)
  const { ends } = quotaLine(calendar.left, ahead, planned)
  if (!ends) return null
  const drafts = others.filter(({ status }) => status === 'draft').length
  return (
    <small className={styles.short}>
      <RouteLink to="broadcast-list" search={{ month, account: channelId }} className={styles.end}>
        {c.endsOn({ day: String(Number(ends.day.slice(8))) })}
      </RouteLink>{' '}
      {drafts > 0 && c.withDrafts({ count: drafts })}
    </small>
  )
}
