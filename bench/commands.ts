import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command of the terminal to its end. Returns the peak memory in MB of its process and the Node processes that it starts. */
export async function runCommand(words: readonly string[], env: Record<string, string>): Promise<number> {
  const [command, ...rest] = words
  const child = spawn(process.execPath, [join(root, 'server/app', command!), ...rest], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  let peak = 0
  const watch = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid!))
  }, 100)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  if (code !== 0) throw new Error(`${command} ended with ${code}`)
  return peak
}

/** Resident memory in MB of a process and the Node processes below it. */
function memoryOf(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    if (!/^Name:\s+(node|MainThread)/.test(status)) return 0
    const below = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    const own = Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
    return below.reduce((sum, one) => sum + memoryOf(one), own)
  } catch {
    return 0
  }
}
