import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Door {
  port: number
  /** Cuts all connections and refuses new ones, as a server that has stopped. */
  close(): Promise<void>
  open(): Promise<void>
}

/** Opens a TCP port in front of a server that tests can take away. */
export async function openDoor(url: string): Promise<Door> {
  const { hostname, port: target } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const beyond = connect(Number(target), hostname)
    for (const [one, other] of [
      [socket, beyond],
      [beyond, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  return {
    port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    async open() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}
