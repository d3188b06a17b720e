import { jobs } from '@ruam/contract/jobs.ts'
import { HeaderPopover } from '../core/HeaderPopover.tsx'
import { useMayCall } from '../core/may.ts'
import { useWords } from '../core/text.ts'
import { JobItem } from './JobItem.tsx'
import styles from './JobsIndicator.module.css'
import { jobText } from './text.ts'
import type { Job } from './use-job.ts'
import { useMyJobs } from './use-my-jobs.ts'

/** The person's work in the background: nothing while there is none, else how far it is, and a panel with all of it. */
export default function JobsIndicator() {
  return useMayCall(jobs.list) ? <MyJobs /> : null
}

function MyJobs() {
  const mine = useMyJobs()
  return mine && mine.length > 0 ? <Indicator mine={mine} /> : null
}

function Indicator({ mine }: { mine: Job[] }) {
  const t = useWords(jobText)
  const percent = Math.floor((100 * mine.reduce((sum, { progress }) => sum + progress, 0)) / mine.length)
  return (
    <HeaderPopover
      button={(popover) => (
        <button type="button" className={styles.button} popoverTarget={popover} aria-label={t.open({ percent })}>
          <Ring percent={percent} />
          <span>{t.short({ percent })}</span>
        </button>
      )}
    >
      {(close) => (
        <section className={styles.panel} aria-label={t.title}>
          <h2>{t.title}</h2>
          <ul>
            {mine.map((job) => (
              <JobItem key={job.id} job={job} onAsk={close} />
            ))}
          </ul>
        </section>
      )}
    </HeaderPopover>
  )
}

function Ring({ percent }: { percent: number }) {
  return (
    <svg className={styles.ring} viewBox="0 0 20 20" width={18} height={18} aria-hidden="true">
      <circle cx="10" cy="10" r="8" />
      <circle cx="10" cy="10" r="8" pathLength={100} strokeDasharray={`${Math.max(4, percent)} 100`} />
    </svg>
  )
}
