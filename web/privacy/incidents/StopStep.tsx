import { Button, Textarea } from '@mantine/core'
import { privacyIncidents } from '@ruam/contract/privacy/incidents.ts'
import { Suspense, useState } from 'react'
import { useWrite } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import page from '../requests/Page.module.css'
import { Step } from '../requests/Step.tsx'
import styles from './Incidents.module.css'
import { type Incident, useActWords } from './incident.ts'
import { incidentText } from './incident-text.ts'

const EndCredential = lazyPart(() => import('./EndCredential.tsx'))

const MAX = 2000

/** Stopping the leak: the act that ended the credential, or how staff stopped it in their words. */
export function StopStep({ incident }: { incident: Incident }) {
  const t = useWords(incidentText)
  const by = useActWords()
  const { kind, ended, stopped, closed } = incident
  const done = ended ? `${t[`end_${ended.how}`]} · ${by(ended)}` : stopped && by(stopped)
  return (
    <Step
      place={1}
      state={done ? 'done' : 'now'}
      title={t.stop}
      note={done || (kind === 'export' || kind === 'backup' ? t.stopFile : t.stopText)}
    >
      {stopped && <blockquote className={page.words}>{stopped.words}</blockquote>}
      {!ended && !closed && (
        <div className={`${page.box} ${styles.ends}`}>
          <Suspense>
            <EndCredential incident={incident} />
          </Suspense>
          {!stopped && <NoteStopped incident={incident} />}
        </div>
      )}
    </Step>
  )
}

function NoteStopped({ incident: { id } }: { incident: Incident }) {
  const t = useWords(incidentText)
  const [words, setWords] = useState('')
  const write = useWrite(privacyIncidents.stopped)
  return (
    <>
      <Textarea
        label={t.stopHow}
        value={words}
        maxLength={MAX}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Button
        disabled={!words.trim()}
        loading={write.isPending}
        onClick={() => write.mutate({ params: { id }, body: { words } })}
      >
        {t.noteStopped}
      </Button>
    </>
  )
}
