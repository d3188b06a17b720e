import { automationRehearsals } from '@ruam/contract/automations/rehearsal.ts'
import { JobProgress } from '../../background/jobs/JobProgress.tsx'
import { useRead } from '../../data/api.ts'
import { useWords } from '../../data/text.ts'
import { Bones } from '../../ui/Bones.tsx'
import { FormNote } from '../../ui/FormNote.tsx'
import { Unread } from '../../ui/Unread.tsx'
import { WorkProgress } from '../../ui/WorkProgress.tsx'
import type { Automation } from '../automation.ts'
import styles from './Rehearsal.module.css'
import { RehearsalHead, RehearsalStart } from './RehearsalHead.tsx'
import { RehearsalResult } from './RehearsalResult.tsx'
import { isUnderWay } from './rehearsal.ts'
import { rehearsalText } from './rehearsal-text.ts'

/** Milliseconds between two looks at a rehearsal that runs. */
const LOOK_MS = 2000

/** A rehearsal of an automation over the past months: how long it takes, how far it is, and what it found. */
export default function AutomationRehearsal({ automation }: { automation: Automation }) {
  const t = useWords(rehearsalText)
  const read = useRead(
    automationRehearsals.get,
    { params: { id: automation.id } },
    { staleTime: 0, poll: (one) => (one && isUnderWay(one) ? LOOK_MS : false) },
  )
  if (!read.data) return read.error ? <Unread read={read} /> : <Bones />
  const rehearsal = read.data
  if (isUnderWay(rehearsal))
    return (
      <div className={styles.work}>
        {rehearsal.jobId === null ? (
          <WorkProgress title={t.title} share={rehearsal.progress} />
        ) : (
          <JobProgress jobId={rehearsal.jobId} />
        )}
        <p className={styles.quiet}>{t.nothing}</p>
      </div>
    )
  if (!rehearsal.figures)
    return (
      <>
        {rehearsal.state === 'failed' && <FormNote message={t.failed} />}
        <RehearsalStart automation={automation} rehearsal={rehearsal} />
      </>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.page} tabIndex={0} aria-label={t.title}>
      <RehearsalHead automation={automation} rehearsal={rehearsal} />
      {rehearsal.edition !== rehearsal.presentEdition && <FormNote message={t.old} kind="info" />}
      <RehearsalResult automation={automation} rehearsal={rehearsal} figures={rehearsal.figures} />
    </section>
  )
}
