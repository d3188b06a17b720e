import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'

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

/** A command takes what requests leave of the processor. */
const NICENESS = 10

/** Runs a command in a process of its own, at a lower priority. Throws what it prints if it fails. */
export async function runInBackground(name: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  if (child.pid) setPriority(child.pid, NICENESS)
  const stop = () => child.kill('SIGTERM')
  signal.addEventListener('abort', stop, { once: true })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => {
    said = `${said}${piece}`.slice(-2000)
  })
  try {
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${name} failed: ${said.trim()}`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
