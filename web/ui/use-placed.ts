import { useLayoutEffect } from 'react'

/** Keeps what floats at its button there as long as it is open: while the page scrolls, and when a tablet is turned. */
export function usePlaced(open: boolean, place: () => void) {
  useLayoutEffect(() => {
    if (!open) return
    place()
    window.addEventListener('scroll', place, { capture: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [open, place])
}
