import { useEffect, useRef, useState } from 'react'

/** Rows that are drawn at once, and how many more each time the end comes near. */
const PIECE = 40
/** Distance in pixels. */
const NEAR = 800

/**
 * Number of rendered rows: more than a screenful, extended near the end, because 500 rows at once would block typing. `view`: another one
 * restarts. `reveal`: a row that must be rendered.
 */
export function useDrawn(total: number, view: string, reveal = -1) {
  const [state, setState] = useState({ view, count: PIECE })
  const end = useRef<HTMLTableRowElement>(null)
  if (state.view !== view) setState({ view, count: PIECE })
  const count = Math.min(total, Math.max(state.view === view ? state.count : PIECE, reveal + PIECE))
  const more = count < total
  // Watched again after each piece: an end that is still near is reported again.
  useEffect(() => {
    if (!more || !end.current) return
    const watch = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting && setState({ view, count: count + PIECE }),
      { root: end.current.closest('[data-scroll]'), rootMargin: `${NEAR}px` },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [more, count, view])
  return { count, more, end }
}
