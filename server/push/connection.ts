import { randomBytes } from 'node:crypto'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { RawData, WebSocket } from 'ws'
import { databaseNow } from '../core/now.ts'
import { info, type NatsOperation, problem, readOperations } from './nats-protocol.ts'
import { provesKey, type SocketClaims } from './socket-token.ts'
import { newSubscriptions } from './subscriptions.ts'

/** Time for a client to present a valid token, in milliseconds. */
const SIGN_IN_MS = 5000
/** Silence before a ping, and again before the connection is closed, in milliseconds. */
const SILENCE_MS = 30_000
/** Time for a client to acknowledge a close, in milliseconds. */
const CLOSE_MS = 1000
/** Maximum unsent bytes for a client that does not read. */
const MAX_WAITING_BYTES = 256 * 1024

/** Services of the server that a connection uses. */
export interface Gate {
  read(token: string): SocketClaims | undefined
  /** Returns current rights of the person; undefined if access was lost. */
  rightsOf(claims: SocketClaims): Promise<Rights | undefined>
  /** Returns false above the person's maximum. */
  join(connection: PushConnection, claims: SocketClaims): boolean
  leave(connection: PushConnection): void
}

export interface PushConnection {
  /** Set after the sign-in. */
  readonly claims: SocketClaims | undefined
  readonly rights: Rights | undefined
  /** Sends an event to the subscriptions. Drops a client that does not read. */
  deliver(body: Buffer): void
  /** Sends the reason and closes. */
  end(reason: string): void
  /** Pings a silent client, and closes a stale one. */
  beat(now: number): void
}

/** Serves one client of the NATS protocol, which may subscribe to its own subject only. */
export function serveConnection(ws: WebSocket, gate: Gate): PushConnection {
  const nonce = randomBytes(16).toString('base64url')
  const subscriptions = newSubscriptions({ send, end })
  let unread: Buffer = Buffer.alloc(0)
  let work = Promise.resolve()
  let claims: SocketClaims | undefined
  let rights: Rights | undefined
  let over = false
  let verbose = false
  let heardAt = databaseNow()
  let asked = false
  let timer = setTimeout(() => end('Authentication Timeout'), SIGN_IN_MS)

  function send(bytes: string | Buffer) {
    if (over) return
    if (ws.bufferedAmount > MAX_WAITING_BYTES) {
      close()
      ws.terminate()
    } else ws.send(typeof bytes === 'string' ? Buffer.from(bytes) : bytes)
  }

  function close() {
    over = true
    clearTimeout(timer)
    gate.leave(connection)
  }

  function end(reason: string) {
    if (over) return
    send(problem(reason))
    if (over) return
    close()
    ws.close(1008, reason)
    setTimeout(() => ws.terminate(), CLOSE_MS).unref()
  }

  async function signIn(operation: Extract<NatsOperation, { op: 'connect' }>) {
    const shown = claims ? undefined : gate.read(operation.jwt)
    if (!shown || !provesKey(shown.nkey, nonce, operation.sig)) return end('Authorization Violation')
    // Reading pauses until the rights are known, so that nothing piles up.
    ws.pause()
    const held = await gate.rightsOf(shown).catch(() => undefined)
    ws.resume()
    if (over) return
    if (!held) return end('Authorization Violation')
    if (!gate.join(connection, shown)) return end('maximum account active connections exceeded')
    claims = shown
    rights = held
    verbose = operation.verbose
    clearTimeout(timer)
    timer = setTimeout(() => end('User Authentication Expired'), Math.max(0, shown.expires * 1000 - databaseNow()))
  }

  async function perform(operation: NatsOperation): Promise<void> {
    switch (operation.op) {
      case 'connect':
        await signIn(operation)
        break
      case 'ping':
        return send('PONG\r\n')
      case 'pong':
        return
      default:
        if (!claims) return end('Authorization Violation')
        if (!subscriptions.obey(operation, claims.subject)) return
    }
    if (verbose) send('+OK\r\n')
  }

  async function receive(data: RawData) {
    if (over) return
    heardAt = databaseNow()
    asked = false
    const reading = readOperations(Buffer.concat([unread, data as Buffer]))
    unread = reading.rest
    for (const operation of reading.operations) if (!over) await perform(operation)
    if (reading.fault !== undefined) end(reading.fault)
  }

  const connection: PushConnection = {
    get claims() {
      return claims
    },
    get rights() {
      return rights
    },
    deliver(body) {
      if (!over && claims) subscriptions.deliver(claims.subject, body)
    },
    end,
    beat(now) {
      if (now - heardAt > 2 * SILENCE_MS) return end('Stale Connection')
      if (asked || now - heardAt < SILENCE_MS) return
      asked = true
      send('PING\r\n')
    },
  }
  ws.on('message', (data) => {
    work = work.then(() => receive(data)).catch(() => end('Parser Error'))
  })
  // Invalid or oversized frames: ws closes the connection itself.
  ws.on('error', () => {})
  ws.on('close', close)
  send(info(nonce))
  return connection
}
