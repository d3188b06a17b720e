import { useEffect } from 'react'
import { lookAgain } from './session.ts'

/** A lost right, and the end of a membership, is seen within 5 s (product decisions section 2). */
const LOOK_MS = 4000

/** While somebody looks at a store, notices what is given to them and taken from them there. */
export function useWatchRights() {
  useEffect(() => {
    const look = () => {
      // What fails here fails again, with its sentence, when the person does the next thing.
      if (document.visibilityState === 'visible') void lookAgain().catch(() => undefined)
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}
