// Ruam as a process of its own, for suites and benches that start, watch and kill what people run.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const owner = { email: 'owner@example.com', password: 'a password for suites alone', store: 'ร้านทดสอบ' }

export interface RuamProcess {
  pid: number
  /** http://127.0.0.1:port; empty for a worker. */
  address: string
  /** Lines printed so far. */
  lines: string[]
  /** Sends a signal; after SIGKILL and SIGTERM, waits until it is gone. */
  signal(name: 'SIGKILL' | 'SIGTERM' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

/** Starts one role on a data folder, set up with `owner`, and waits until it is ready. `port` 0 stands for a free port, `root` for the tree of another version. */
export async function startRuam(
  dataFolder: string,
  options: { role: 'all' | 'api' | 'worker'; port?: number; env?: Record<string, string>; root?: string },
): Promise<RuamProcess> {
  const child = spawn(process.execPath, ['server/app/main.ts', '--no-web'], {
    cwd: options.root ?? root,
    env: {
      ...process.env,
      ...{ RUAM_DATA: dataFolder, RUAM_ROLE: options.role, HOST: '127.0.0.1', PORT: String(options.port ?? 0) },
      ...{ RUAM_SETUP_EMAIL: owner.email, RUAM_SETUP_PASSWORD: owner.password, RUAM_SETUP_STORE: owner.store },
      ...{ RUAM_SETUP_DPA: 'accepted', NODE_NO_WARNINGS: '1' },
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const address = await readiness(child, lines)
  return {
    pid: child.pid!,
    address,
    lines,
    async signal(name) {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(name)
      if (name === 'SIGKILL' || name === 'SIGTERM') await gone
    },
  }
}

function readiness(child: ChildProcess, lines: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        lines.push(line)
        const ready = /Ruam is ready(?:: http:\/\/localhost:(\d+)| to work)/.exec(line)
        if (ready) resolve(ready[1] ? `http://127.0.0.1:${ready[1]}` : '')
      })
    }
    child.once('exit', (code, signal) =>
      reject(new Error(`Ruam ended with ${code ?? signal} before it was ready: ${lines.join('\n')}`)),
    )
  })
}

/** Bytes of memory that the processes have resident together; Linux alone tells. */
export async function residentBytes(pids: readonly number[]): Promise<number> {
  let total = 0
  for (const pid of pids) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    total += Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024
  }
  return total
}
