import { useWords } from '../../data/text.ts'
import { JobItem } from './JobItem.tsx'
import styles from './JobsPanel.module.css'
import { jobText } from './text.ts'
import type { Job } from './use-job.ts'

/** The person's work in the background, each with how far it is. `onAsk` runs before a question covers the page. */
export function JobsPanel({ mine, onAsk }: { mine: Job[]; onAsk: () => void }) {
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
