import { useRef } from 'react'
import { usePushAlive } from './push.ts'

/** Milliseconds between two looks at work that is under way. */
const POLL_MS = 800
/** The same while the push channel reports what happens in between. */
const RARE_POLL_MS = 15_000
/** Silence after which the channel is not relied on: events published before the subscription are lost. */
const SILENT_MS = 4000

/** When something was last pushed, and how long to wait from then on between two looks. */
export function usePushPace() {
  const alive = usePushAlive()
  // Not 0: that is when the page was opened, and for its first seconds nothing would be looked at.
  const heard = useRef(Number.NEGATIVE_INFINITY)
  return {
    note: () => {
      heard.current = performance.now()
    },
    pause: () => (alive && performance.now() - heard.current < SILENT_MS ? RARE_POLL_MS : POLL_MS),
  }
}
