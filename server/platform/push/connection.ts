import { randomBytes } from 'node:crypto'
import type { Rights } from '@ruam/contract/platform/permissions.ts'
import type { RawData, WebSocket } from 'ws'
import { info, message, type Operation, problem, readOperations } from './nats-protocol.ts'
import { provesKey, type SocketClaims } from './socket-token.ts'

/** Milliseconds from the first byte to a token that holds. */
const SIGN_IN_MS = 5000
/** A client that has said nothing for so long is asked whether it is there, and gone after as long again. Milliseconds. */
const SILENCE_MS = 30_000
/** Time for a client to acknowledge a close, in milliseconds. */
const CLOSE_MS = 1000
/** Bytes that wait for a client that doesn't read. */
const MAX_WAITING_BYTES = 256 * 1024
const MAX_SUBSCRIPTIONS = 8

/** Services of the server that a connection uses. */
export interface Gate {
  read(token: string): SocketClaims | undefined
  /** Returns current rights of the person; undefined if access was lost. */
  rightsOf(claims: SocketClaims): Promise<Rights | undefined>
  /** False when the person has too many already. */
  join(connection: Connection, claims: SocketClaims): boolean
  leave(connection: Connection): void
}

export interface Connection {
  /** Once it has been let in. */
  readonly claims: SocketClaims | undefined
  readonly rights: Rights | undefined
  /** Sends an event to its subscribers. A client that doesn't read what it is sent is dropped. */
  deliver(body: Buffer): void
  /** Says why and ends; nothing is delivered any more. */
  end(reason: string): void
  /** Looks whether the other side is still there. */
  beat(now: number): void
}

/** Speaks the NATS client protocol with one client: it may hear its one subject and nothing else. */
export function serveConnection(ws: WebSocket, gate: Gate): Connection {
  const nonce = randomBytes(16).toString('base64url')
  /** Remaining messages per subscription. */
  const subscriptions = new Map<string, number>()
  const delivered = new Map<string, number>()
  let unread: Buffer = Buffer.alloc(0)
  let work = Promise.resolve()
  let claims: SocketClaims | undefined
  let rights: Rights | undefined
  let over = false
  let verbose = false
  let heardAt = Date.now()
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

  async function signIn(operation: Extract<Operation, { op: 'connect' }>) {
    const shown = claims ? undefined : gate.read(operation.jwt)
    if (!shown || !provesKey(shown.nkey, nonce, operation.sig)) return end('Authorization Violation')
    // Nothing more is read until the answer is there, so that nothing piles up.
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
    timer = setTimeout(() => end('User Authentication Expired'), Math.max(0, shown.expires * 1000 - Date.now()))
  }

  async function perform(operation: Operation): Promise<void> {
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
        if (!obey(operation, claims)) return
    }
    if (verbose) send('+OK\r\n')
  }

  /** False when it was refused. */
  function obey(operation: Extract<Operation, { op: 'pub' | 'sub' | 'unsub' }>, { subject }: SocketClaims): boolean {
    if (operation.op === 'pub') {
      send(problem(`Permissions Violation for Publish to "${operation.subject}"`))
      return false
    }
    const { sid } = operation
    if (operation.op === 'sub') {
      // A queue would have the tabs of one person take each other's events away.
      if (operation.subject !== subject || operation.queue !== undefined) {
        const inQueue = operation.queue === undefined ? '' : ` using queue "${operation.queue}"`
        send(problem(`Permissions Violation for Subscription to "${operation.subject}"${inQueue}`))
        return false
      }
      if (subscriptions.size >= MAX_SUBSCRIPTIONS && !subscriptions.has(sid)) {
        end('maximum subscriptions exceeded')
        return false
      }
      subscriptions.set(sid, Number.POSITIVE_INFINITY)
      delivered.set(sid, 0)
    } else if (subscriptions.has(sid)) {
      const left = operation.max === undefined ? 0 : operation.max - delivered.get(sid)!
      if (left > 0) subscriptions.set(sid, left)
      else forget(sid)
    }
    return true
  }

  function forget(sid: string) {
    subscriptions.delete(sid)
    delivered.delete(sid)
  }

  async function receive(data: RawData) {
    if (over) return
    heardAt = Date.now()
    asked = false
    const reading = readOperations(Buffer.concat([unread, data as Buffer]))
    unread = reading.rest
    for (const operation of reading.operations) if (!over) await perform(operation)
    if (reading.fault !== undefined) end(reading.fault)
  }

  const connection: Connection = {
    get claims() {
      return claims
    },
    get rights() {
      return rights
    },
    deliver(body) {
      if (over || !claims) return
      for (const [sid, left] of subscriptions) {
        send(message(claims.subject, sid, body))
        delivered.set(sid, delivered.get(sid)! + 1)
        if (left > 1) subscriptions.set(sid, left - 1)
        else forget(sid)
      }
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
  // Frames that can't be read, or are too long: ws closes the connection by itself.
  ws.on('error', () => {})
  ws.on('close', close)
  send(info(nonce))
  return connection
}
