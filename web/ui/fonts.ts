import { storedReads } from '../data/copy-time.ts'
import { isBusy, whenRowsAreVisible } from '../data/idle.ts'

/**
 * Loads the fonts after the first rows, or at once on a further visit, which has them, and on a system without Thai letters. Until then
 * the system's font is shown.
 */
export function loadFonts(): void {
  if (navigator.serviceWorker?.controller || storedReads.get() || !hasThaiLetters()) void load().catch(() => undefined)
  else whenRowsAreVisible(load)
}

/** True if the system's font has Thai letters: without them every letter is a box of the same width. */
function hasThaiLetters(): boolean {
  const context = document.createElement('canvas').getContext('2d')
  if (!context) return true
  context.font = '16px system-ui, sans-serif'
  return context.measureText('ญ').width !== context.measureText('ง').width
}

async function load() {
  await import('./fonts.css')
  await Promise.all([400, 500, 600].map((weight) => document.fonts.load(`${weight} 1em "IBM Plex Sans Thai"`, 'กa')))
  if (isBusy() || !hasThaiLetters()) show()
  else showAtNextBreak()
}

const show = () => document.documentElement.setAttribute('data-fonts', '')

/** Waits for another screen, another tab or paper: other letters would move lines that a person reads. */
function showAtNextBreak() {
  addEventListener('visibilitychange', show, { once: true })
  addEventListener('beforeprint', show, { once: true })
  // Older browsers have no such events.
  window.navigation?.addEventListener('navigate', ({ destination }) => {
    if (new URL(destination.url).pathname !== location.pathname) show()
  })
}
