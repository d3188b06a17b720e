import { useWords } from '../../data/text.ts'
import { HeaderPopover } from '../../ui/HeaderPopover.tsx'
import styles from './JobsIndicator.module.css'
import { JobsPanel } from './JobsPanel.tsx'
import { percentOf, Ring } from './Ring.tsx'
import { jobText } from './text.ts'
import { useMyJobs } from './use-my-jobs.ts'

/** The person's work in the background: nothing while there is none, else how far it is, and a panel with all of it. */
export default function JobsIndicator() {
  const t = useWords(jobText)
  const mine = useMyJobs()
  if (!mine || mine.length === 0) return null
  const percent = percentOf(mine)
  return (
    <HeaderPopover
      button={(popover) => (
        <button type="button" className={styles.button} popoverTarget={popover} aria-label={t.open({ percent })}>
          <Ring percent={percent} size={18} />
          <span>{t.short({ percent })}</span>
        </button>
      )}
    >
      {(close) => <JobsPanel mine={mine} onAsk={close} />}
    </HeaderPopover>
  )
}
