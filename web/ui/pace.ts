/** When work was first seen, in milliseconds, and how far it was then, from 0 to 1. */
export interface WorkProgress {
  at: number
  progress: number
}

/** Less than this many seconds tells no pace. */
const PACE_SECONDS = 1

/** Seconds that work takes still, by its pace since it was first seen; null before there is one. */
export function remainingSeconds(since: WorkProgress, progress: number, now = Date.now()): number | null {
  const [spent, gained] = [(now - since.at) / 1000, progress - since.progress]
  return spent < PACE_SECONDS || gained <= 0 ? null : (spent / gained) * (1 - progress)
}
