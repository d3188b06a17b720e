// Debian's NATS server as a process of tests and suites.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createUser } from '@nats-io/nkeys'
import type { NatsSettings } from '../../push/nats.ts'
import { connectNats } from '../../push/nats.ts'

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
  /** Of all servers of a cluster. */
  settings: NatsSettings
  pid(place?: number): number
  /** kill -9. */
  kill(place?: number): Promise<void>
  /** Starts it again at the same address. */
  start(place?: number): Promise<void>
}

/** Starts a server that lets one nkey in, or a cluster. */
export async function startNatsServer(folder: string, count = 1): Promise<NatsServer> {
  const user = createUser()
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const routes = await Promise.all(Array.from({ length: count }, freePort))
  const nkey = new TextDecoder().decode(user.getSeed())
  const servers = ports.map((port) => `nats://127.0.0.1:${port}`)
  const children: ChildProcess[] = []
  async function start(place = 0) {
    const config = join(folder, `nats-${place}.conf`)
    const others = routes.filter((_, other) => other !== place).map((port) => `nats-route://127.0.0.1:${port}`)
    await writeFile(
      config,
      [
        `listen: 127.0.0.1:${ports[place]}`,
        `authorization { users: [{ nkey: ${user.getPublicKey()} }] }`,
        ...(count > 1
          ? [`cluster { name: ruam, listen: 127.0.0.1:${routes[place]}, routes: [${others.join(', ')}] }`]
          : []),
      ].join('\n'),
    )
    const child = spawn(PROGRAM, ['-c', config], { stdio: 'ignore' })
    children[place] = child
    for (;;) {
      const connection = await connectNats({ servers: [servers[place]!], nkey }, 'suite').catch(() => undefined)
      if (connection) return connection.close()
      if (child.exitCode !== null) throw new Error('The NATS server ended.')
      await sleep(50)
    }
  }
  await Promise.all(ports.map((_, place) => start(place)))
  return {
    settings: { servers, nkey },
    start,
    pid: (place = 0) => children[place]!.pid!,
    async kill(place = 0) {
      const child = children[place]!
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}
