import { Button, Progress } from '@mantine/core'
import { useWords } from '../../data/text.ts'
import styles from './JobsPanel.module.css'
import { jobText } from './text.ts'
import type { JobView } from './use-job.ts'
import { useJobActions } from './use-job-actions.ts'
import { useProgressText } from './use-progress-text.ts'

/** The person's work in the background, each with how far it is. `onAsk` runs before a question covers the page. */
export function JobsPanel({ mine, onAsk }: { mine: JobView[]; onAsk: () => void }) {
  const t = useWords(jobText)
  return (
    <section className={styles.panel} aria-label={t.title}>
      <h2>{t.title}</h2>
      <ul>
        {mine.map((job) => (
          <JobItem key={job.id} job={job} onAsk={onAsk} />
        ))}
      </ul>
    </section>
  )
}

/** A job at work in the header's panel. `onAsk` runs before a question covers the page. */
function JobItem({ job, onAsk }: { job: JobView; onAsk: () => void }) {
  const t = useWords(jobText)
  const progress = useProgressText()
  const { mayStop, stopping, stop } = useJobActions(job)
  const ask = () => {
    onAsk()
    void stop()
  }
  return (
    <li>
      <div className={styles.what}>
        <strong>{job.title}</strong>
        <Progress value={job.progress * 100} size={6} radius="xl" aria-label={job.title} />
        <p data-failed={job.error !== null}>{progress(job)}</p>
      </div>
      {mayStop && (
        <Button loading={stopping} aria-label={t.stopJob({ title: job.title })} onClick={ask}>
          {t.stop}
        </Button>
      )}
    </li>
  )
}
