import { ACCESS_TOKEN_SECONDS } from '@ruam/contract/platform/constants.ts'
import { IconClock, IconClockX, IconMailOff } from '@tabler/icons-react'
import { useSession } from '../../data/session.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import styles from './People.module.css'
import { type PersonRow, personNameOf } from './person-row.ts'
import { text } from './text.ts'

const DAY_MS = 86_400_000

/** The letters that begin a name, or else the e-mail; a Thai vowel that is written first is not one. */
const initials = ({ firstName, lastName, email }: PersonRow) =>
  [firstName, lastName].flatMap((name) => name.match(/(?![เแโใไ])\p{L}/u) ?? []).join('') ||
  email.slice(0, 1).toUpperCase()

/** Name of a person; only the e-mail is known of an invited one. */
export function PersonName({ person }: { person: PersonRow }) {
  const t = useWords(text)
  const { user } = useSession()
  const self = person.status === 'member' && person.id === user?.id
  return (
    <span className={styles.name}>
      <span className={styles.avatar} aria-hidden>
        {initials(person)}
      </span>
      <strong>{person.status === 'member' ? personNameOf(person) : t.invitee}</strong>
      {self && <small>{t.you}</small>}
    </span>
  )
}

/** Last visit of a member to the store, or expiry of an invitation. */
export function PersonLastVisit({ person }: { person: PersonRow }) {
  const t = useWords(text)
  const format = useFormat()
  const { status, lastSeenAt, expiresAt } = person
  if (status === 'expired') {
    return (
      <span className={styles.expired}>
        <IconClockX size={14} stroke={1.6} />
        {t.expiredAt({ date: format.date(expiresAt) })}
      </span>
    )
  }
  if (status === 'pending' && person.mail === 'failed') {
    return (
      <span className={styles.expired}>
        <IconMailOff size={14} stroke={1.6} />
        {t[`mail_${person.mailFailure ?? 'unreachable'}`]}
      </span>
    )
  }
  if (status === 'pending') {
    const mailed = person.mail === 'waiting' || person.mail === 'sent' ? ` · ${t[`mail_${person.mail}`]}` : ''
    const count = Math.max(1, Math.ceil((Date.parse(expiresAt ?? '') - Date.now()) / DAY_MS))
    return (
      <span className={styles.pending}>
        <IconClock size={14} stroke={1.6} />
        {t.pendingFor({ count })}
        {mailed}
      </span>
    )
  }
  if (!lastSeenAt) return t.never
  // The token of an open store is renewed as often: nothing is known in between.
  const here = Date.now() - Date.parse(lastSeenAt) < ACCESS_TOKEN_SECONDS * 1000
  if (here) return <span className={styles.now}>{t.now}</span>
  const when = format.when(lastSeenAt)
  return when === format.time(lastSeenAt) ? t.today({ time: when }) : format.dateTime(lastSeenAt)
}
