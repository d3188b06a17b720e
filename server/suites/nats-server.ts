// Debian's NATS server as a process of a suite.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUser } from '@nats-io/nkeys'
import type { NatsSettings } from '../platform/push/nats.ts'
import { connectNats } from '../platform/push/nats.ts'

const PROGRAM = process.env.NATS_SERVER ?? 'nats-server'

/** Why the suite is left out where there is no server; false where there is one. */
export const noNatsServer =
  spawnSync(PROGRAM, ['--version']).status === 0
    ? (false as const)
    : 'NATS is not tested here: install it (apt-get install nats-server), or name the program in NATS_SERVER.'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

interface NatsServer {
  settings: NatsSettings
  /** kill -9. */
  kill(): Promise<void>
  /** Starts it again at the same address. */
  start(): Promise<void>
}

/** Starts a server that lets one nkey in. */
export async function startNatsServer(folder: string): Promise<NatsServer> {
  const user = createUser()
  const port = await freePort()
  const config = join(folder, 'nats.conf')
  await writeFile(config, `listen: 127.0.0.1:${port}\nauthorization { users: [{ nkey: ${user.getPublicKey()} }] }\n`)
  const settings = { servers: [`nats://127.0.0.1:${port}`], nkey: new TextDecoder().decode(user.getSeed()) }
  let child: ChildProcess | undefined
  async function start() {
    child = spawn(PROGRAM, ['-c', config], { stdio: 'ignore' })
    for (;;) {
      const connection = await connectNats(settings, 'suite').catch(() => undefined)
      if (connection) return connection.close()
      if (child.exitCode !== null) throw new Error('The NATS server ended.')
      await sleep(50)
    }
  }
  await start()
  return {
    settings,
    start,
    async kill() {
      const gone = once(child!, 'exit')
      child!.kill('SIGKILL')
      await gone
    },
  }
}
