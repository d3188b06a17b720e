// Waits until the run that started it has ended, then ends the servers in its folder and removes the folder.
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds until a server that does not end is killed. */
const PATIENCE_MS = 60_000
const PAUSE_MS = 200

const folder = process.argv[2]!

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

/** Returns the servers that still run: each has a file with its process id. */
function servers(): number[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.pid'))
  return files.map((name) => Number(readFileSync(join(folder, name), 'utf8'))).filter((pid) => signal(pid, 0))
}

process.stdin.resume()
await once(process.stdin, 'close')
const told = new Set<number>()
const begun = Date.now()
for (let running = servers(); running.length > 0; running = servers()) {
  const late = Date.now() - begun > PATIENCE_MS
  for (const pid of running) if (late || !told.has(pid)) signal(pid, late ? 'SIGKILL' : 'SIGTERM')
  for (const pid of running) told.add(pid)
  await sleep(PAUSE_MS)
}
rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: PAUSE_MS })
