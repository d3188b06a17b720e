import { type JobKind, jobDefinitions } from '@ruam/contract/jobs.ts'
import type { JobDefinition } from '@ruam/contract/platform/job.ts'
import { useWords } from '../../data/text.ts'
import { useRemainingTime } from '../../ui/use-remaining-time.ts'
import { jobText } from './text.ts'
import type { JobView } from './use-job.ts'

const countsOf = (kind: JobKind) => (jobDefinitions[kind] as JobDefinition).counts ?? 'people'

/** Describes progress: counts and remaining time. */
export function useProgressText() {
  const t = useWords(jobText)
  const timeLeft = useRemainingTime()
  return ({ kind, status, total, done, eta, error }: JobView): string => {
    if (error) return `${t.heldUp} · ${error.message}`
    if (status === 'pending') return t.pending
    if (total === null) return t.counting
    return [t[countsOf(kind)]({ done, total }), timeLeft(eta)].filter(Boolean).join(' · ')
  }
}

/** Describes the result of a job. */
export function useResultText() {
  const t = useWords(jobText)
  return ({ kind, status, changed, skipped, undoneAt, error }: JobView): string => {
    if (undoneAt) return t.undone
    if (status === 'failed') return error?.message ?? t.failed
    const parts = [status === 'cancel' ? t.cancelled : t.completed]
    // Jobs that search records are about one person.
    if (changed > 0 && countsOf(kind) !== 'records') parts.push(t.changed({ count: changed }))
    if (skipped > 0) parts.push(t.skipped({ count: skipped }))
    return parts.join(' · ')
  }
}
