/** Milliseconds after which a page that draws without a pause, and so is never idle, fetches all the same. */
const PATIENCE_MS = 5000
/** Milliseconds after which a page counts as shown, whatever it looks like. */
const LATEST_MS = 2500
const LOOK_MS = 100

/** Fetches what may soon be needed once the page has had time to show its first rows. Returns a way to call it off. */
export function whenIdle(loads: () => (() => Promise<unknown>)[]): () => void {
  const later = window.requestIdleCallback ?? ((work: () => void, _: object) => setTimeout(work, 1))
  const fetchAll = () => loads().forEach((load) => void load().catch(() => undefined))
  const begin = () => later(fetchAll, { timeout: PATIENCE_MS })
  const timer = setTimeout(begin, LATEST_MS)
  return () => clearTimeout(timer)
}

/** As whenIdle, but as soon as the page shows its rows: for what stands on the page itself. */
export function whenRowsAreVisible(load: () => Promise<unknown>): () => void {
  const begun = Date.now()
  const timer = setInterval(() => {
    const shown =
      document.querySelector('main [aria-busy="false"]') && !document.querySelector('main [aria-busy="true"]')
    if (!shown && Date.now() - begun < LATEST_MS) return
    clearInterval(timer)
    void load().catch(() => undefined)
  }, LOOK_MS)
  return () => clearInterval(timer)
}
