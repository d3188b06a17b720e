import { isSocketAlive, onSocketAlive } from '../data/push.ts'
import { lookAgain } from '../data/session.ts'

/** A lost right, and the end of a membership, is seen within 5 s (product decisions section 2). */
const LOOK_MS = 4000
/** While a socket is open: the server ends it within 2 s of any such change, and that is when to look. */
const RARE_LOOK_MS = 60_000

let timer: ReturnType<typeof setInterval> | undefined

/** Watches the permissions of the signed-in person while a store is open, from the first call on. */
export function watchRights(): void {
  if (timer !== undefined) return
  const pace = () => {
    clearInterval(timer)
    timer = setInterval(look, isSocketAlive() ? RARE_LOOK_MS : LOOK_MS)
  }
  pace()
  document.addEventListener('visibilitychange', look)
  onSocketAlive(() => {
    // It has just ended, which may be why; or begun, which says nothing of what changed before.
    look()
    pace()
  })
}

function look() {
  // Errors are ignored here: the next action reports them.
  if (document.visibilityState === 'visible') void lookAgain().catch(() => undefined)
}
