import { isOlderThanServer } from '../data/build.ts'
import { wordsNow } from '../data/text.ts'
import { common } from '../data/words.ts'
import { alerts } from './alerts.ts'

const FIRST_PAUSE_MS = 1000
const LONGEST_PAUSE_MS = 30_000
/** Failures after which a file is given up that the server has: some browsers remember a script that failed. */
const MAX_BESIDE_SERVER = 6

interface RetryOptions {
  /** Waits for a connection; otherwise a failure without one is thrown. */
  offline?: 'wait' | 'throw'
  attempts?: number
  onWait?: () => void
}

/** Milliseconds before the next attempt: doubled each time, and a little more for some, so that not all come back at once. */
const pauseAfter = (failures: number) =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures * (1 + Math.random() / 4))

/** Resolves after a time, or as soon as there is a connection again. */
const pause = (ms: number) =>
  new Promise<void>((resolve) => {
    const over = () => {
      clearTimeout(timer)
      window.removeEventListener('online', over)
      resolve()
    }
    const timer = ms === Number.POSITIVE_INFINITY ? undefined : setTimeout(over, ms)
    window.addEventListener('online', over)
  })

/** Loads a file of the page, again with backoff when it fails. Throws if the server has a newer build without it. */
export async function retry<T>(load: () => Promise<T>, options: RetryOptions = {}): Promise<T> {
  const { offline = 'throw', attempts = Number.POSITIVE_INFINITY, onWait } = options
  for (let failures = 0; ; failures++) {
    try {
      await mendStyles()
      return await load()
    } catch (error) {
      if (!navigator.onLine && offline === 'throw') throw error
      if (failures + 1 >= attempts) throw error
      const older = navigator.onLine ? await isOlderThanServer() : undefined
      if (older || (older === false && failures + 1 >= MAX_BESIDE_SERVER)) throw error
      onWait?.()
      alerts.error(wordsNow(common).network, { id: 'network' })
      await pause(navigator.onLine ? pauseAfter(failures) : Number.POSITIVE_INFINITY)
    }
  }
}

interface FailedStyle {
  failures: number
  /** Time before which it is not loaded again. */
  due: number
  /** The next attempt, which all that need it share. */
  next?: Promise<void> | undefined
}

/** Stylesheets that failed, by address. */
const failedStyles = new Map<string, FailedStyle>()

function noteFailure(link: HTMLLinkElement) {
  const failures = (failedStyles.get(link.href)?.failures ?? 0) + 1
  failedStyles.set(link.href, { failures, due: performance.now() + pauseAfter(failures - 1) })
  link.remove()
}

/** Remembers stylesheets that fail: Vite takes one that it has fetched once for loaded, and would show a screen without it. */
export function watchStyles() {
  const remember = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') noteFailure(target)
  }
  window.addEventListener('error', remember, true)
}

async function loadStyle(href: string, { due }: FailedStyle): Promise<void> {
  await pause(due - performance.now())
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href })
  await new Promise<void>((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => reject(new Error(`No styles from ${href}`))
    document.head.append(link)
  })
  failedStyles.delete(href)
}

/** Loads the stylesheets again that failed. */
async function mendStyles() {
  await Promise.all([...failedStyles].map(([href, failed]) => (failed.next ??= loadStyle(href, failed))))
}

/** Resolves once the page has the stylesheets that its HTML names. Scripts run after these have come or failed. */
export async function pageStyles(): Promise<void> {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][data-failed]')) noteFailure(link)
  if (failedStyles.size === 0) return
  document.querySelector('.ruam-start')!.textContent = wordsNow(common).network
  await retry(mendStyles, { offline: 'wait' })
}
