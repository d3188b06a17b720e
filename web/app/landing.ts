import type { AnyRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Elements that keep their focus: parts of the screen, and overlays. */
const OWN = 'main, dialog, [role=dialog], :popover-open'

/** False after a change of screen, until the user moves the focus. */
let settled = true
/** Clears a former focus when the heading takes it. */
let lost = false

const focused = () => document.activeElement ?? document.body

/** True if no element was focused by the person: focus may return to its former place. */
export const isFocusLost = () => focused() === document.body || (lost && focused().matches('h1'))

/**
 * Focuses the heading of the opened screen, so that screen readers announce it. That of a screen about one thing stands
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

/** Focuses the heading of each opened screen. Changes within a screen do not move the focus. */
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
