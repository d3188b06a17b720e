import { automationPeople } from '@ruam/contract/automations/people.ts'
import profile from '../../customers/profiles/detail/ProfileDetail.module.css'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { useMayCall } from '../../ui/may.ts'
import { RouteLink } from '../../ui/route.tsx'
import { ActLines } from '../ActLines.tsx'
import { actText } from '../act-text.ts'
import { automationText } from '../automation-text.ts'
import { plain } from '../Sentence.tsx'
import { useStepWords } from '../use-step-words.ts'
import styles from './Profile.module.css'
import { profileText } from './profile-text.ts'

type Way = Got<typeof automationPeople.profile>['data'][number]

/** Where a customer is in each automation, and why; nothing for a customer of none. */
export default function ProfileAutomations({ profileId }: { profileId: number }) {
  const t = useWords(profileText)
  const may = useMayCall(automationPeople.profile)
  const read = useRead(automationPeople.profile, { params: { profileId } }, { enabled: may, staleTime: 0 })
  const ways = read.data?.data ?? []
  if (ways.length === 0 && !read.error) return null
  return (
    <section className={profile.group}>
      <h3>{t.title}</h3>
      {read.error && !read.data && <p className={profile.none}>{read.error.message}</p>}
      <ul className={styles.ways}>
        {ways.map((way) => (
          <WayLine key={way.runId} way={way} />
        ))}
      </ul>
    </section>
  )
}

function WayLine({ way }: { way: Way }) {
  const t = useWords(profileText)
  const a = useWords(automationText)
  const format = useFormat()
  const where = useWhere(way)
  const cause = useCause(way.cause)
  const { automation, acts, enteredAt, heldOut, endedAt } = way
  return (
    <li data-ended={endedAt !== null || undefined}>
      <RouteLink to="automation" params={{ automationId: automation.id }} search={{ tab: 'people' }}>
        {automation.name || a.noName}
      </RouteLink>
      <p>{where}</p>
      <p className={styles.quiet}>{t.because({ when: format.dateTime(enteredAt), cause })}</p>
      {heldOut && <p className={styles.quiet}>{t.heldOut}</p>}
      {acts.length > 1 && (
        <details>
          <summary>{t.acts}</summary>
          <ActLines acts={acts} enteredAt={enteredAt} />
        </details>
      )}
    </li>
  )
}

/** The step that lasts and the next one with its time, or how the way ended. */
function useWhere({ step, next, dueAt, waitsFor, endedAt, endReason }: Way): string {
  const t = useWords(profileText)
  const acts = useWords(actText)
  const format = useFormat()
  const { brief } = useStepWords()
  if (endedAt) return t.endedAt({ end: acts[endReason ?? 'done'], when: format.dateTime(endedAt) })
  const when = format.dateTime(dueAt)
  return [
    step && t.at({ step: brief(step) }),
    next && next.id !== step?.id && t.next({ step: plain(brief(next)), when }),
    !next && dueAt && t.ends({ when }),
    waitsFor && t.waits({ reason: acts[waitsFor] }),
  ]
    .filter(Boolean)
    .join(' · ')
}

function useCause({ kind, name, reasons, day }: Way['cause']): string {
  const t = useWords(profileText)
  const a = useWords(automationText)
  const format = useFormat()
  if (kind === 'friend') return t.friend
  const said = t[kind]({ name: name ?? t.gone })
  if (kind === 'segment_left' && reasons.length > 0) return `${said} (${reasons.map((reason) => a[reason]).join(', ')})`
  return kind === 'date' && day ? `${said} ${format.date(day)}` : said
}
