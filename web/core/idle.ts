/** Fetches what may soon be needed once the page has had time to show its first rows. Returns a way to call it off. */
export function whenIdle(loads: () => (() => Promise<unknown>)[]): () => void {
  const later = window.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1))
  const timer = setTimeout(() => later(() => loads().forEach((load) => void load().catch(() => undefined))), 2500)
  return () => clearTimeout(timer)
}
