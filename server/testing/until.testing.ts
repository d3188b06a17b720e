import type { QueueHandlers } from '../work/queue.ts'

/** A job of another process ends unheard; so does what waits for something else. */
const ASK_AGAIN_MS = 250

const waiting = new Set<() => void>()
let working = 0

/** Returns how many jobs are at work in this process. */
export const jobsAtWork = (): number => working

/** The handlers, whose ends are heard by those who wait in this process. */
export function heard(handlers: QueueHandlers): QueueHandlers {
  const wrapped = Object.entries(handlers).map(([queue, work]) => [
    queue,
    async (...args: Parameters<typeof work>) => {
      working++
      try {
        return await (work as (...args: unknown[]) => Promise<unknown>)(...args)
      } finally {
        working--
        for (const wake of waiting) wake()
      }
    },
  ])
  return Object.fromEntries(wrapped) as QueueHandlers
}

/** Asks until there is an answer: at once, and again with the end of each job. Asking all the time takes from the job's own time. */
export async function until<T>(ask: () => Promise<T | undefined | null | false>): Promise<T> {
  for (;;) {
    const next = nextEnd()
    const answer = await ask()
    if (answer) return answer
    await next
  }
}

function nextEnd(): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer)
      waiting.delete(wake)
      resolve()
    }
    const timer = setTimeout(wake, ASK_AGAIN_MS)
    waiting.add(wake)
  })
}
