import type { onlineLog } from '@ruam/contract/channels/online-log.ts'
import { readTap } from '@ruam/contract/channels/rich-menu-tap.ts'
import { IconCircleCheck, IconCircleX, IconClock, IconPlayerSkipForward } from '@tabler/icons-react'
import type { Got } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { EMPTY } from '../../ui/Loaded.tsx'
import { useMayOpen } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { answerText, eventText, reasonText, statusText } from './event-text.ts'
import styles from './OnlineLog.module.css'
import { text } from './text.ts'

export type LogEntry = Got<typeof onlineLog.search>['data'][number]

const looks = {
  waiting: [IconClock, 'quiet'],
  done: [IconCircleCheck, 'success'],
  ignored: [IconPlayerSkipForward, 'quiet'],
  failed: [IconCircleX, 'danger'],
  refused: [IconCircleX, 'danger'],
} as const

export function EntryStatus({ entry: { status, direction, setAside } }: { entry: LogEntry }) {
  const t = useWords(statusText)
  const [Icon, tone] = looks[status]
  return (
    <span className={styles.status} data-tone={tone}>
      <Icon size={16} stroke={1.6} />
      {status === 'done' && direction === 'out' ? t.sent : setAside ? t.set_aside : t[status]}
    </span>
  )
}

/** Returns the event's name in words; the name itself if a newer server logs others. */
export function useEventName() {
  const names = useWords(eventText) as Readonly<Record<string, string>>
  return (type: string) => names[type] ?? type
}

/** Returns the summary of an entry: of a connector's request the items taken, and of all; of a tap on a menu its area. */
export function useSummary() {
  const t = useWords(text)
  const reasons = useWords(reasonText) as Readonly<Record<string, string>>
  return ({ eventType, summary, status, errorCode }: LogEntry) => {
    if (eventType === 'items' && status === 'refused') return (errorCode && reasons[errorCode]) ?? errorCode
    const tap = eventType === 'postback' && readTap(summary ?? '')
    if (tap) return t.menuTap({ letter: tap.letter })
    const [taken, all] = eventType === 'items' ? (summary ?? '').split('/') : []
    return taken && all ? t.taken({ taken, all }) : summary
  }
}

/** Returns how an event of a person was answered, or undefined for other events. */
export function useAnswered() {
  const t = useWords(answerText)
  return ({ answer }: Pick<LogEntry, 'answer'>) => {
    if (!answer) return undefined
    const { outcome, name } = answer
    if (outcome === 'given' && name === null) return t.givenGone
    const word = t[outcome]
    return typeof word === 'string' ? word : word({ name: name ?? t.gone })
  }
}

/** The event, a message by what was written, with its answer. */
export function EntryEvent({ entry }: { entry: LogEntry }) {
  const { eventType } = entry
  const named = useEventName()
  const summaryOf = useSummary()
  const answeredOf = useAnswered()
  const summary = summaryOf(entry)
  const answered = answeredOf(entry)
  const said = answered && <span className={styles.quiet}> · {answered}</span>
  const parts = [named(eventType), summary].filter(Boolean)
  if (eventType !== 'message' || !summary)
    return (
      <span className={styles.event}>
        {parts.join(' · ')}
        {said}
      </span>
    )
  return (
    <span className={styles.event}>
      {`“${summary}”`} <span className={styles.quiet}>{named(eventType)}</span>
      {said}
    </span>
  )
}

export function useChannelName() {
  const t = useWords(text)
  return ({ source, channelName, channelId }: LogEntry) => {
    if (channelName) return channelName
    if (source === 'openapi') return t.openApi
    if (source === 'connector') return t.connector
    if (channelId !== null) return t.noChannel
    return source === 'line' ? 'LINE' : 'Facebook'
  }
}

/** The customer with a link to the profile; of a user without one, that it is not known yet. */
export function EntryCustomer({ entry, linked = true }: { entry: LogEntry; linked?: boolean }) {
  const { profile, status, direction, eventType } = entry
  const t = useWords(text)
  const opens = useMayOpen('profile-detail')
  if (!profile)
    return eventType === 'signature' || eventType === 'items' || status === 'refused' || direction === 'out' ? (
      EMPTY
    ) : (
      <span className={styles.quiet}>{t.unknown}</span>
    )
  const name = profile.name || `#${profile.id}`
  if (!opens || !linked) return <span className={styles.name}>{name}</span>
  return (
    <RouteLink to="profile-detail" params={{ profileId: profile.id }} className={styles.name}>
      {name}
    </RouteLink>
  )
}
