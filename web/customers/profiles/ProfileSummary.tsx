import { consents } from '@ruam/contract/customers/consents.ts'
import { profileActivities } from '@ruam/contract/customers/profile-activities.ts'
import { Suspense } from 'react'
import { type Got, useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import styles from './ProfileSummary.module.css'
import { serve } from './serve-text.ts'
import { text } from './text.ts'

const MarkedNotes = lazyPart(async () => ({ default: (await import('./MarkedNotes.tsx')).MarkedNotes }))

/** Types that the summary names. */
const MOST = 2

type Summary = Got<typeof profileActivities.summary>

/** A customer's summary: what they did, what they paid, the last note, and what the store's people write down most. */
export const useSummary = (id: number) => useRead(profileActivities.summary, { params: { id } })

interface ProfileSummaryProps {
  profileId: number
  /** False where the page says in full what they consented to. */
  consents?: boolean
}

/** Summary of a customer: purchases, sum, last visit, last note, consents. */
export function ProfileSummary({ profileId, consents = true }: ProfileSummaryProps) {
  const t = useWords(serve)
  const format = useFormat()
  const { data, error } = useSummary(profileId)
  if (error && !data) return null
  if (!data) return <div className={styles.bone} aria-hidden />
  const { types, lastNote, pinnedNotes, followUps } = data
  const marked = [...pinnedNotes, ...followUps]
  // A marked note is said once.
  const latest = lastNote && marked.every(({ text }) => text !== lastNote.text) ? lastNote : null
  return (
    <section className={styles.summary} aria-label={t.summary}>
      {types.length === 0 && <p>{t.nothingYet}</p>}
      {types.slice(0, MOST).map((type) => (
        <p key={type.id}>
          <Counted type={type} />
        </p>
      ))}
      {marked.length > 0 && (
        <Suspense>
          <MarkedNotes profileId={profileId} pinnedNotes={pinnedNotes} followUps={followUps} />
        </Suspense>
      )}
      {latest && (
        <p className={styles.note}>
          {t.lastNote}: {latest.text} · {latest.by} <span className={styles.day}>{format.date(latest.at)}</span>
        </p>
      )}
      {consents && <SummaryConsents profileId={profileId} />}
    </section>
  )
}

function Counted({ type }: { type: Summary['types'][number] }) {
  const t = useWords(serve)
  const w = useWords(text)
  const format = useFormat()
  return (
    <>
      {type.name} <strong>{t.times({ count: type.count })}</strong>
      {type.total !== null && (
        <>
          {' · '}
          <strong>{w.baht({ amount: format.formatPrice(type.total) })}</strong>
        </>
      )}
      {' · '}
      {t.last({ day: format.date(type.lastAt) })}
    </>
  )
}

/** Consents of a customer in a line; empty without entries. */
function SummaryConsents({ profileId }: { profileId: number }) {
  const t = useWords(serve)
  const may = useMayCall(consents.ofProfile)
  const read = useRead(consents.ofProfile, { query: { profileId, offset: 0, limit: 0 } }, { enabled: may })
  // Placeholder data belongs to another customer.
  const said = (read.isPlaceholderData ? [] : (read.data?.data ?? [])).filter(({ state }) => state !== 'unknown')
  if (said.length === 0) return null
  return (
    <p className={styles.consents}>
      {said.map(({ purpose, state }) => (
        <span key={purpose.id}>
          {purpose.name}: <span data-said={state}>{state === 'granted' ? t.consented : t.notConsented}</span>
        </span>
      ))}
    </p>
  )
}
