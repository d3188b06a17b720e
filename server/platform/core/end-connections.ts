import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Milliseconds that a call in the middle gets to come to its end before the end of the server cuts it. */
const GRACE_MS = 10_000

/**
 * Lets the server end within seconds. Node closes idle connections alone, and one on which nothing was sent yet, as browsers open them
 * for later, counts as busy; nor does it look for slow heads any more once it closes.
 */
export function endConnections(app: FastifyInstance, graceMs = GRACE_MS) {
  const { server } = app
  const silent = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  const spoken = ({ socket }: { socket: Socket }) => silent.delete(socket)
  server.on('request', spoken)
  server.on('upgrade', spoken)
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
    setTimeout(() => server.closeAllConnections(), graceMs).unref()
  })
}
