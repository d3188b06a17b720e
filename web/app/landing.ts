import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Elements that keep their focus: parts of the screen, and overlays. */
const OWN = 'main, dialog, [role=dialog], :popover-open'

/** False from a change of screen on, until somebody leads the focus elsewhere. */
let settled = true
/** Clears a former focus when the heading takes it. */
let lost = false

const focused = () => document.activeElement ?? document.body

/** True if no element was focused by the person: focus may return to its former place. */
export const isFocusLost = () => focused() === document.body || (lost && focused().matches('h1'))

/**
 * Gives the focus to the heading of the screen that somebody has come to, for it to be read aloud. That of a screen about one thing stands
 * in `main`, marked by `data-heading`; it comes with what it names, and the title in the header stands for it until then.
 */
function land() {
  if (settled || focused().closest(OWN)) return
  const heading = document.querySelector<HTMLElement>('main [data-heading]') ?? document.querySelector('h1')
  if (!heading) return
  lost = isFocusLost()
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/** Lands on a heading that comes late, or says something else. */
export function useLanding(says: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what says something else is another heading
  useEffect(land, [says])
}

function settle({ type, key }: Event & { key?: string }) {
  if (type === 'pointerdown' || key === 'Tab') settled = true
}

/** Leads the focus to the heading of each screen that somebody comes to. What changes within a screen leaves the focus where it is. */
export function watchLandings(router: AnyRouter): () => void {
  const stops = [
    router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) settled = false
    }),
    router.subscribe('onRendered', land),
  ]
  // A key that is held for the screen is not heard here.
  window.addEventListener('keydown', settle)
  window.addEventListener('pointerdown', settle)
  return () => {
    window.removeEventListener('keydown', settle)
    window.removeEventListener('pointerdown', settle)
    for (const stop of stops) stop()
  }
}
