import { Button, Radio, Textarea } from '@mantine/core'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { Suspense, useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { useFormat } from '../../data/use-format.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import page from '../requests/Page.module.css'
import { Step } from '../requests/Step.tsx'
import styles from './Incidents.module.css'
import { type Incident, useActWords } from './incident.ts'
import { incidentText } from './incident-text.ts'
import { Moment } from './Moment.tsx'
import { StopStep } from './StopStep.tsx'

const WordsDialog = lazyPart(() => import('./WordsDialog.tsx'))

const MAX = 2000
const choices = ['notify', 'no_risk'] as const

/** Steps from the leak to the lesson, each with the act that is next. */
export function IncidentSteps({ incident }: { incident: Incident }) {
  const t = useWords(incidentText)
  const format = useFormat()
  const by = useActWords()
  const { decision, notified, closed } = incident
  const notifies = decision?.decision !== 'no_risk'
  const acts = [
    incident.ended ?? incident.stopped,
    incident.computedAt,
    decision,
    ...(notifies ? [notified] : []),
    closed,
  ]
  return (
    <aside className={styles.side} aria-label={t.steps}>
      <h2>
        {t.steps} <span className={styles.done}>{t.done({ done: acts.filter(Boolean).length, all: acts.length })}</span>
      </h2>
      <div className={page.steps}>
        <ol>
          <StopStep incident={incident} />
          <Step
            place={2}
            state="done"
            title={t.who}
            note={t.computed({ time: format.dateTime(incident.computedAt) ?? '' })}
          />
          {decision ? (
            <Step place={3} state="done" title={t.decide} note={`${t[decision.decision]} · ${by(decision)}`}>
              <blockquote className={page.words}>{decision.reason}</blockquote>
            </Step>
          ) : (
            <Step place={3} state="now" title={t.decide} note={t.decideHint}>
              <Decide incident={incident} />
            </Step>
          )}
          {notifies && (
            <Step
              place={4}
              state={notified ? 'done' : decision ? 'now' : 'next'}
              title={t.write}
              {...(notified && { note: by(notified) })}
            >
              {notified?.lateReason && <blockquote className={page.words}>{notified.lateReason}</blockquote>}
              {!closed && <Fill incident={incident} />}
              {decision && !notified && <Notified incident={incident} />}
            </Step>
          )}
          <Step
            place={notifies ? 5 : 4}
            state={closed ? 'done' : 'next'}
            title={t.end}
            {...(closed && { note: by(closed) })}
          >
            {closed ? (
              <blockquote className={page.words}>{closed.lesson}</blockquote>
            ) : (
              decision && (!notifies || notified) && <Close incident={incident} />
            )}
          </Step>
        </ol>
      </div>
      <p className={styles.quiet}>{t.foot}</p>
    </aside>
  )
}

function Decide({ incident: { id } }: { incident: Incident }) {
  const t = useWords(incidentText)
  const [decision, setDecision] = useState<(typeof choices)[number]>()
  const [reason, setReason] = useState('')
  const decide = useWrite(privacyIncidents.decide)
  return (
    <div className={page.box}>
      <Radio.Group
        aria-label={t.decide}
        value={decision ?? ''}
        onChange={(next) => setDecision(choices.find((one) => one === next))}
      >
        <div className={page.choices}>
          {choices.map((one) => (
            <Radio key={one} size="sm" value={one} label={t[one]} />
          ))}
        </div>
      </Radio.Group>
      <Textarea
        label={t.reason}
        value={reason}
        maxLength={MAX}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Button
        variant="filled"
        disabled={!decision || !reason.trim()}
        loading={decide.isPending}
        onClick={() => decision && decide.mutate({ params: { id }, body: { decision, reason } })}
      >
        {t.decide}
      </Button>
    </div>
  )
}

function Fill({ incident }: { incident: Incident }) {
  const t = useWords(incidentText)
  const [filling, setFilling] = useState(false)
  return (
    <>
      <Button onClick={() => setFilling(true)}>{t.fill}</Button>
      <Suspense>{filling && <WordsDialog incident={incident} onClose={() => setFilling(false)} />}</Suspense>
    </>
  )
}

function Notified({ incident: { id, dueAt } }: { incident: Incident }) {
  const t = useWords(incidentText)
  const [at, setAt] = useState(() => new Date().toISOString())
  const [lateReason, setLateReason] = useState('')
  const notify = useWrite(privacyIncidents.notified)
  const late = Date.parse(at) > Date.parse(dueAt)
  return (
    <div className={page.box}>
      <Moment label={t.notifiedAt} value={at} onChange={setAt} />
      {late && (
        <Textarea
          label={t.lateReason}
          description={t.whyLate}
          value={lateReason}
          maxLength={MAX}
          onChange={({ currentTarget }) => setLateReason(currentTarget.value)}
        />
      )}
      <Button
        variant="filled"
        disabled={late && !lateReason.trim()}
        loading={notify.isPending}
        onClick={() => notify.mutate({ params: { id }, body: { at, lateReason } })}
      >
        {t.noteNotified}
      </Button>
    </div>
  )
}

function Close({ incident: { id } }: { incident: Incident }) {
  const t = useWords(incidentText)
  const [lesson, setLesson] = useState('')
  const close = useWrite(privacyIncidents.close)
  return (
    <div className={page.box}>
      <Textarea
        label={t.lesson}
        value={lesson}
        maxLength={MAX}
        onChange={({ currentTarget }) => setLesson(currentTarget.value)}
      />
      <Button
        variant="filled"
        disabled={!lesson.trim()}
        loading={close.isPending}
        onClick={() => close.mutate({ params: { id }, body: { lesson } })}
      >
        {t.end}
      </Button>
    </div>
  )
}
