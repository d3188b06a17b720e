import { storedReads } from '../data/copy-time.ts'
import { whenRowsAreVisible } from '../data/idle.ts'

const load = () => import('./fonts.css')

/** Loads the fonts after the first rows, or at once on a further visit, which has them. Until then the system's font is shown. */
export function loadFonts(): void {
  if (navigator.serviceWorker?.controller || storedReads.get()) void load().catch(() => undefined)
  else whenRowsAreVisible(load)
}
