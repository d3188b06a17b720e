// `npm run store:move` as a process, for suites that kill it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Mover {
  /** Exit code; null after a kill. */
  over: Promise<number | null>
  /** Printed text so far, each part with its time. */
  said(): string
  kill(): void
}

/** Starts the command. `env`: the settings of the installation. */
export function startMover(env: Record<string, string>, storeId: number, to: number, ...flags: string[]): Mover {
  const child = spawn(process.execPath, ['server/app/move-store.ts', String(storeId), String(to), ...flags], {
    cwd: root,
    env: { PATH: process.env.PATH, NODE_NO_WARNINGS: '1', ...env },
  })
  let said = ''
  const start = performance.now()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => {
      said += `${((performance.now() - start) / 1000).toFixed(1)} s: ${data}`
    })
  return {
    over: once(child, 'exit').then(([code]) => code as number | null),
    said: () => said,
    kill: () => child.kill('SIGKILL'),
  }
}
