import { Button, Progress } from '@mantine/core'
import type { JobDefinition } from '@ruam/contract/job.ts'
import { jobDefinitions } from '@ruam/contract/jobs.ts'
import { may } from '@ruam/contract/permissions.ts'
import { usePreferences } from '../core/preferences.ts'
import { RouteLink } from '../core/route.tsx'
import { useSession } from '../core/session.ts'
import { useWords } from '../core/text.ts'
import styles from './JobsIndicator.module.css'
import { jobText } from './text.ts'
import { isActive, type Job } from './use-job.ts'
import { useJobActions } from './use-job-actions.ts'
import { useProgressText, useResultText } from './use-progress-text.ts'

/** A job in the header's panel. `onAsk` runs before a question covers the page. */
export function JobItem({ job, onAsk }: { job: Job; onAsk: () => void }) {
  const t = useWords(jobText)
  const { language } = usePreferences()
  const rights = useSession().store?.rights
  const progress = useProgressText()
  const result = useResultText()
  const { mayStop, stopping, stop, mayUndo, undoing, undo } = useJobActions(job)
  const { leadsTo }: JobDefinition = jobDefinitions[job.kind]
  const active = isActive(job)
  const asking = (ask: () => Promise<void>) => () => {
    onAsk()
    void ask()
  }
  return (
    <li>
      <div className={styles.what}>
        <strong>{job.title}</strong>
        {active && <Progress value={job.progress * 100} size={6} radius="xl" aria-label={job.title} />}
        <p data-failed={job.error !== null}>{active ? progress(job) : result(job)}</p>
        {leadsTo && job.status === 'completed' && may(rights, leadsTo.permission) && (
          <RouteLink to={leadsTo.screen}>{leadsTo.words[language]}</RouteLink>
        )}
      </div>
      {mayStop && (
        <Button loading={stopping} aria-label={t.stopJob({ title: job.title })} onClick={asking(stop)}>
          {t.stop}
        </Button>
      )}
      {mayUndo && (
        <Button loading={undoing} aria-label={t.undoJob({ title: job.title })} onClick={asking(undo)}>
          {t.undo}
        </Button>
      )}
    </li>
  )
}
