import { whenRowsAreVisible } from '../data/idle.ts'

const load = () => import('./fonts.css')

/** Loads the fonts after the first rows, or at once if the service worker has them. Until then the system's font is shown. */
export function loadFonts(): void {
  if (navigator.serviceWorker?.controller) void load().catch(() => undefined)
  else whenRowsAreVisible(load)
}
