import type { TimedWork } from '../../core/clock.ts'
import { type Rewritten, rewritePages } from './rewrite-pages.ts'

/** Milliseconds between two looks at the clock: a table that was in use is tried again with each, as long as the hour lasts. */
const LOOK_MS = 5 * 60_000

interface Nightly {
  /** The hour of this machine's clock; null: never. */
  hour: number | null
  ownerUrl: string
  report: (table: Rewritten) => void
}

/** Rewrites what is wanted in one hour of the day. */
export const rewriteNightly = ({ hour, ownerUrl, report }: Nightly): TimedWork => ({
  name: 'rewrite',
  everyMs: LOOK_MS,
  hour,
  work: () => rewritePages(ownerUrl, report),
})
