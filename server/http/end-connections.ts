import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { readyPart } from '../metrics/ready.ts'

/** Milliseconds that a call in the middle gets to come to its end before the end of the server cuts it. */
const GRACE_MS = 10_000

/** Milliseconds after which a connection is cut whose caller takes nothing of an answer, or sends nothing of an upload. */
const STALL_MS = 30_000

/** Servers about to end. Their answers close the connection, so that its next call goes to another process. */
const draining = new WeakSet<FastifyInstance>()

/**
 * Announces the end of a server: `readyz` answers 503, and after these milliseconds proxies have noticed. Returns a function that makes
 * `readyz` answer as before.
 */
export async function drain(app: FastifyInstance, noticeMs: number): Promise<() => void> {
  draining.add(app)
  const takeBack = readyPart('process', () => 'It is shutting down.')
  await sleep(noticeMs)
  return takeBack
}

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
  app.addHook('onSend', async (_request, reply) => {
    if (draining.has(app)) reply.header('connection', 'close')
  })
  app.addHook('preClose', async () => {
    draining.add(app)
    for (const socket of silent) socket.destroy()
    setTimeout(() => server.closeAllConnections(), graceMs).unref()
  })
}

/**
 * Cuts connections that have stalled: bytes of an answer wait and the caller takes none, or a body is incomplete and none arrives. Calls that
 * are at work have neither. Node only limits the head of a request; `connectionTimeout` must outlast the longest call.
 */
export function cutStalled(app: FastifyInstance, stallMs = STALL_MS) {
  const { server } = app
  const open = new Map<Socket, { bytes: number; since: number }>()
  const receiving = new Map<Socket, IncomingMessage>()
  server.on('connection', (socket: Socket) => {
    open.set(socket, { bytes: 0, since: performance.now() })
    socket.once('close', () => {
      open.delete(socket)
      receiving.delete(socket)
    })
  })
  server.on('request', (request) => receiving.set(request.socket, request))
  const look = setInterval(() => {
    const now = performance.now()
    for (const [socket, last] of open) {
      const bytes = socket.bytesRead + socket.bytesWritten - socket.writableLength
      // A paused upload waits for the disk, not for its caller.
      const isWaiting = socket.writableLength > 0 || (receiving.get(socket)?.complete === false && !socket.isPaused())
      if (!isWaiting || bytes !== last.bytes) open.set(socket, { bytes, since: now })
      else if (now - last.since >= stallMs) socket.destroy()
    }
  }, stallMs / 6)
  look.unref()
  app.addHook('onClose', async () => clearInterval(look))
}
