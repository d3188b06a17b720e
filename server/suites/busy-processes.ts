// Load of a machine: processes that only compute.
import { spawn } from 'node:child_process'
import { setPriority } from 'node:os'

/** Milliseconds after which they end by themselves, whatever became of the suite. */
const BOUND_MS = 180_000

/** Starts as many processes at normal priority. Returns what ends them. */
export function startBusyProcesses(count: number): () => void {
  const loop = `for (const end = Date.now() + ${BOUND_MS}; Date.now() < end; );`
  const children = Array.from({ length: count }, () => spawn(process.execPath, ['-e', loop], { stdio: 'ignore' }))
  for (const { pid } of children) {
    try {
      if (pid) setPriority(pid, 0)
    } catch {
      // A suite that runs at a lower priority needs root to raise theirs.
    }
  }
  return () => {
    for (const child of children) child.kill('SIGKILL')
  }
}
