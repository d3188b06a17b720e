import { IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { initialsOf } from '../../channels/accounts/account-row.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { RouteLink } from '../../ui/route.tsx'
import styles from './Requests.module.css'
import { type PrivacyRequest, pressure, stepsDone } from './request.ts'
import { requestText } from './request-text.ts'
import { useRequestWords } from './use-request-words.ts'

interface CellProps {
  request: PrivacyRequest
}

const dots = ['identity', 'data', 'decision', 'answer']

/** Customer of a request, who is a link unless erased. */
export function WhoCell({ request }: CellProps) {
  const { who } = useRequestWords()
  const [first] = request.profiles
  return first ? (
    <RouteLink to="profile-detail" params={{ profileId: first.id }} className={styles.who}>
      {who(request)}
    </RouteLink>
  ) : (
    <span className={styles.quiet}>{who(request)}</span>
  )
}

/** Dots of the steps with the one that is next, or how it ended. */
export function StepCell({ request }: CellProps) {
  const t = useWords(requestText)
  const words = useRequestWords()
  const { outcome, step } = request
  if (outcome) {
    const Icon = outcome === 'done' ? IconCircleCheck : IconCircleX
    return (
      <span className={styles.outcome} data-outcome={outcome}>
        <Icon size={16} stroke={1.6} aria-hidden />
        {words.outcome(request)}
      </span>
    )
  }
  const done = stepsDone[step]
  return (
    <span className={styles.steps}>
      <span className={styles.dots} role="img" aria-label={t.stepsOf({ done })}>
        {dots.map((dot, place) => (
          <i key={dot} data-state={place < done ? 'done' : place === done ? 'now' : 'next'} />
        ))}
      </span>
      {words.step(request)}
    </span>
  )
}

export function AssigneeCell({ request: { assignee } }: CellProps) {
  const t = useWords(requestText)
  if (!assignee) return <span className={styles.quiet}>{t.nobody}</span>
  return (
    <span className={styles.assignee}>
      <i aria-hidden>{initialsOf(assignee.name)}</i>
      {assignee.name}
    </span>
  )
}

/** Share of the days that is used up. */
export function DaysBar({ request }: CellProps) {
  const used = Math.min(1, Math.max(0, 1 - request.daysLeft / Math.max(1, request.days)))
  return (
    <span className={styles.bar} data-pressure={pressure(request)} aria-hidden>
      <i style={{ width: `${Math.round(used * 100)}%` }} />
    </span>
  )
}

/** Days that are left, or that it took. */
export function DueCell({ request }: CellProps) {
  const t = useWords(requestText)
  const words = useRequestWords()
  const format = useFormat()
  const { closedAt, daysTaken, dueAt } = request
  if (closedAt)
    return (
      <span className={styles.two}>
        {t.ended({ date: format.date(closedAt) })}
        {daysTaken !== null && <small>{t.took({ count: daysTaken })}</small>}
      </span>
    )
  return (
    <span className={styles.due}>
      <DaysBar request={request} />
      <span className={styles.two}>
        <span className={styles.left} data-pressure={pressure(request)}>
          {words.left(request)}
        </span>
        <small>{format.date(dueAt)}</small>
      </span>
    </span>
  )
}

/** Day of the receipt with the place. */
export function ReceivedCell({ request: { receivedAt, place, source } }: CellProps) {
  const t = useWords(requestText)
  const format = useFormat()
  return (
    <span className={styles.two}>
      {format.date(receivedAt)}
      <small>{place || t[source]}</small>
    </span>
  )
}
