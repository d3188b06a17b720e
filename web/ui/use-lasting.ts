import { useEffect, useState } from 'react'

/** Milliseconds: what is over before is not seen to have been waited for. */
const SEEN_AFTER_MS = 300

/** True once work lasts long enough to be shown: brief indicators flicker and cost frames. */
export function useLasting(busy: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!busy) return
    const timer = setTimeout(() => setLasts(true), SEEN_AFTER_MS)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [busy])
  return lasts
}
