/** Milliseconds after which a page that draws without a pause, and so is never idle, fetches all the same. */
const PATIENCE_MS = 5000
/** Milliseconds after which a screen without rows counts as shown. */
const LATEST_MS = 2500
/** Milliseconds after which a screen counts as shown while it still waits: its answer may never come. */
const LONGEST_MS = 15_000
const LOOK_MS = 100

const isShown = () => document.querySelector('main [aria-busy="false"]') && !isBusy()
/** True while rows, or the code of the screen, are still to come. The build keeps the word in a class. */
export const isBusy = () =>
  document.querySelector(
    'main:empty, main [aria-busy="true"], main [class*="bone"], .ruam-start, #root [role="status"]:empty',
  )

/** Fetches what may soon be needed once the page shows its first rows and is idle. Returns a way to call it off. */
export function whenIdle(loads: () => (() => Promise<unknown>)[]): () => void {
  const later = window.requestIdleCallback ?? ((work: () => void, _: object) => setTimeout(work, 1))
  const fetchAll = () => loads().forEach((load) => void load().catch(() => undefined))
  let stop = () => {}
  const timer = setTimeout(() => {
    stop = whenRowsAreVisible(async () => later(fetchAll, { timeout: PATIENCE_MS }))
  }, LATEST_MS)
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** As whenIdle, but as soon as the page shows its rows: for what stands on the page itself. */
export function whenRowsAreVisible(load: () => Promise<unknown>): () => void {
  const begun = performance.now()
  let seen = false
  const look = () => {
    const waited = performance.now() - begun
    // The second look: rows that are there are drawn by then.
    const drawn = seen
    seen = Boolean(isShown())
    if (!(seen && drawn) && waited < (isBusy() ? LONGEST_MS : LATEST_MS)) return
    clearInterval(timer)
    void load().catch(() => undefined)
  }
  const timer = setInterval(look, LOOK_MS)
  return () => clearInterval(timer)
}
