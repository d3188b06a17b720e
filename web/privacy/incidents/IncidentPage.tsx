import { Button } from '@mantine/core'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { incidentLetters } from '@ruam/contract/privacy/letters.ts'
import { IconAlertTriangle, IconChevronDown, IconClock } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { usePageTitle } from '../../app/page-title.ts'
import { useRead } from '../../data/api.ts'
import { formatNumber } from '../../data/format.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { Bones } from '../../ui/Bones.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorBanner } from '../../ui/ErrorBanner.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { useMayCall } from '../../ui/may.ts'
import { Pills } from '../../ui/Pills.tsx'
import { RouteLink } from '../../ui/route.tsx'
import { Unread } from '../../ui/Unread.tsx'
import page from '../requests/Page.module.css'
import { IncidentForm } from './IncidentForm.tsx'
import { IncidentPeople } from './IncidentPeople.tsx'
import { IncidentSteps } from './IncidentSteps.tsx'
import styles from './Incidents.module.css'
import { type Incident, LOOK_MS, useIncidentWords } from './incident.ts'
import { incidentText } from './incident-text.ts'

const IncidentLetter = lazyPart(() => import('../letters/IncidentLetter.tsx'))
const IncidentDialog = lazyPart(() => import('./IncidentDialog.tsx'))

/** An incident: its clock, whom it reached, and what is to be done. */
export function IncidentPage() {
  const t = useWords(incidentText)
  const { incidentId: id = '' } = useParams({ strict: false }) as { incidentId?: string }
  const valid = /^[1-9]\d{0,8}$/.test(id)
  const read = useRead(privacyIncidents.get, { params: { id } }, { enabled: valid, staleTime: 0, poll: () => LOOK_MS })
  const incident = read.data
  usePageTitle(incident?.title)
  if (!valid || (read.error?.status === 404 && !incident)) {
    const back = (
      <Button component={RouteLink} to="privacy-incidents">
        {t.toList}
      </Button>
    )
    return <EmptyState icon={IconAlertTriangle} title={t.gone} action={back} />
  }
  if (!incident) return read.error ? <Unread read={read} /> : <Bones />
  return (
    <>
      {read.error && <ErrorBanner message={read.error.message} onRetry={read.refetch} busy={read.isFetching} />}
      <Clock incident={incident} />
      <div className={page.page}>
        <div className={styles.main}>
          <Sentence incident={incident} />
          <Figures incident={incident} />
          <Parts incident={incident} />
        </div>
        <IncidentSteps key={incident.id} incident={incident} />
      </div>
    </>
  )
}

const HOURS_MS = 72 * 3_600_000

/** The 72 hours: red once they are over. */
function Clock({ incident }: { incident: Incident }) {
  const t = useWords(incidentText)
  const format = useFormat()
  const words = useIncidentWords()
  const { secondsLeft, dueAt, knownAt } = incident
  const used = secondsLeft === null ? 0 : Math.min(1, Math.max(0, 1 - (secondsLeft * 1000) / HOURS_MS))
  const state = secondsLeft === null ? undefined : secondsLeft < 0 ? 'late' : 'running'
  return (
    <div className={styles.band} data-state={state}>
      <IconClock size={22} stroke={1.6} aria-hidden />
      <strong>{words.state(incident)}</strong>
      <span>
        {t.dueBy({ due: format.dateTime(dueAt) ?? '' })}
        <small>{state === 'late' ? t.whyLate : t.knownAt({ time: format.dateTime(knownAt) ?? '' })}</small>
      </span>
      {state && (
        <i aria-hidden>
          <b style={{ width: `${Math.round(used * 100)}%` }} />
        </i>
      )}
    </div>
  )
}

function Sentence({ incident }: { incident: Incident }) {
  const t = useWords(incidentText)
  const format = useFormat()
  const words = useIncidentWords()
  const [editing, setEditing] = useState(false)
  const chip = (text: string | null | undefined, name: string) => (
    <button
      type="button"
      className={styles.chip}
      aria-label={`${name} ${text ?? ''}`}
      disabled={incident.closed !== null}
      onClick={() => setEditing(true)}
    >
      {text} <IconChevronDown size={14} stroke={1.6} aria-hidden />
    </button>
  )
  return (
    <div className={styles.sentence}>
      <span>{t.leaked}</span> {chip(words.leak(incident), t.leaked)}
      <span>{t.from}</span> {chip(format.dateTime(incident.from), t.from)}
      <span>{t.to}</span> {chip(format.dateTime(incident.to), t.to)}
      <small>{t.recomputes}</small>
      <Suspense>{editing && <IncidentDialog incident={incident} onClose={() => setEditing(false)} />}</Suspense>
    </div>
  )
}

/** Certain and possible people, never added, with the fields of either. */
function Figures({ incident: { certain, possible, kind } }: { incident: Incident }) {
  const t = useWords(incidentText)
  const most = Math.max(1, certain.people)
  return (
    <div className={styles.figures}>
      <section>
        <h2>{t.people}</h2>
        <strong>{t.count({ count: certain.people })}</strong>
        <ul>
          {certain.fields.map(({ id, displayName, people }) => (
            <li key={id}>
              <span>{displayName ?? `#${id}`}</span>
              <i aria-hidden>
                <b style={{ width: `${(people / most) * 100}%` }} />
              </i>
              <em>{formatNumber(people)}</em>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h2>{t.possiblePeople}</h2>
        <strong>{t.count({ count: possible.people })}</strong>
        {possible.atMost !== null && <p>{t.atMost({ count: possible.atMost })}</p>}
        {(kind === 'webhook' || kind === 'backup') && <p>{t.noRecords}</p>}
        <p>{possible.fields.map(({ id, displayName }) => displayName ?? `#${id}`).join(' · ')}</p>
      </section>
    </div>
  )
}

const parts = ['certain', 'possible', 'form', 'letter'] as const

function Parts({ incident }: { incident: Incident }) {
  const t = useWords(incidentText)
  const mayWrite = useMayCall(incidentLetters.get)
  const [part, setPart] = useState<(typeof parts)[number]>(incident.certain.people > 0 ? 'certain' : 'possible')
  const choices = [
    { value: 'certain' as const, text: `${t.people} ${formatNumber(incident.certain.people)}` },
    { value: 'possible' as const, text: `${t.possiblePeople} ${formatNumber(incident.possible.people)}` },
    { value: 'form' as const, text: t.form },
    ...(mayWrite ? [{ value: 'letter' as const, text: t.letter }] : []),
  ]
  return (
    <>
      <div className={styles.parts}>
        <Pills label={t.parts} choices={choices} chosen={part} onChoose={setPart} />
      </div>
      {part === 'form' ? (
        <IncidentForm incident={incident} />
      ) : part === 'letter' ? (
        <Suspense fallback={<Bones />}>
          <IncidentLetter id={incident.id} />
        </Suspense>
      ) : (
        <IncidentPeople key={part} incident={incident} part={part} />
      )}
    </>
  )
}
