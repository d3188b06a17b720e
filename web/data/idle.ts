/** Milliseconds after which a page that draws without a pause, and so is never idle, fetches all the same. */
const PATIENCE_MS = 5000

/** Fetches what may soon be needed once the page has had time to show its first rows. Returns a way to call it off. */
export function whenIdle(loads: () => (() => Promise<unknown>)[]): () => void {
  const later = window.requestIdleCallback ?? ((work: () => void, _: object) => setTimeout(work, 1))
  const fetchAll = () => loads().forEach((load) => void load().catch(() => undefined))
  const timer = setTimeout(() => later(fetchAll, { timeout: PATIENCE_MS }), 2500)
  return () => clearTimeout(timer)
}
