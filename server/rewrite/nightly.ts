import { type Rewritten, rewritePages } from './rewrite-pages.ts'

/** Milliseconds between two looks at the clock: a table that was in use is tried again with each, as long as the hour lasts. */
const LOOK_MS = 5 * 60_000

interface Nightly {
  /** The hour of this machine's clock; null: never. */
  hour: number | null
  ownerUrl: string
  tell: (table: Rewritten) => void
  onError: (error: unknown) => void
}

/** Whether it is time. */
export const isHour = (hour: number | null, now: Date): boolean => hour !== null && now.getHours() === hour

/** Rewrites what is wanted in one hour of the day, until it is stopped; answers how to stop it, which waits for a table that is at work. */
export function rewriteNightly({ hour, ownerUrl, tell, onError }: Nightly): () => Promise<void> {
  let working = Promise.resolve()
  let busy = false
  const look = () => {
    if (busy || !isHour(hour, new Date())) return
    busy = true
    working = rewritePages(ownerUrl, tell)
      .then(() => {}, onError)
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(look, LOOK_MS)
  timer.unref()
  look()
  return async () => {
    clearInterval(timer)
    await working
  }
}
