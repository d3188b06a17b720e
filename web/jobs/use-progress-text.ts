import { useWords } from '../core/text.ts'
import { jobText } from './text.ts'
import type { Job } from './use-job.ts'

/** How far a job is, in words: counts and the time that is left. */
export function useProgressText() {
  const t = useWords(jobText)
  return ({ status, total, done, eta, error }: Job): string => {
    if (error) return `${t.heldUp} · ${error.message}`
    if (status === 'pending') return t.pending
    if (total === null) return t.counting
    const counts = t.doneOf({ done, total })
    if (eta === null) return counts
    const left = eta < 90 ? t.secondsLeft({ count: Math.ceil(eta) }) : t.minutesLeft({ count: Math.round(eta / 60) })
    return `${counts} · ${left}`
  }
}

/** What became of a job, in words. */
export function useResultText() {
  const t = useWords(jobText)
  return ({ status, changed, skipped, undoneAt, error }: Job): string => {
    if (undoneAt) return t.undone
    if (status === 'failed') return error?.message ?? t.failed
    const parts = [status === 'cancel' ? t.cancelled : t.completed]
    if (changed > 0) parts.push(t.changed({ count: changed }))
    if (skipped > 0) parts.push(t.skipped({ count: skipped }))
    return parts.join(' · ')
  }
}
