import { useEffect, useRef } from 'react'
import { useSocketAlive } from '../data/push.ts'
import { lookAgain } from '../data/session.ts'

/** A lost right, and the end of a membership, is seen within 5 s (product decisions section 2). */
const LOOK_MS = 4000
/** While a socket is open: the server ends it within 2 s of any such change, and that is when to look. */
const RARE_LOOK_MS = 60_000

/** Watches the permissions of the signed-in person while a store is open. */
export function useWatchRights() {
  const alive = useSocketAlive()
  const before = useRef(alive)
  useEffect(() => {
    const look = () => {
      // Errors are ignored here: the next action reports them.
      if (document.visibilityState === 'visible') void lookAgain().catch(() => undefined)
    }
    // It has just ended, which may be why; or begun, which says nothing of what changed before.
    if (alive !== before.current) look()
    before.current = alive
    const timer = setInterval(look, alive ? RARE_LOOK_MS : LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [alive])
}
