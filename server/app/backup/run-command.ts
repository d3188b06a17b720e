/** Exit code of a command that Ctrl-C or SIGTERM ended, as shells have it. */
const CANCELLED = 130

/** Fires with Ctrl-C, SIGTERM, and the end of the terminal. */
export function cancellation(): AbortSignal {
  const cancelling = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => cancelling.abort(new Cancelled()))
  return cancelling.signal
}

class Cancelled extends Error {
  constructor() {
    super('Cancelled: nothing was changed and nothing is left behind.')
  }
}

/** Runs a command of the terminal: an error is one sentence. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = error instanceof Cancelled ? CANCELLED : 1
  }
}
