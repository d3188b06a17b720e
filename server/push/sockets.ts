import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { may, type Rights } from '@ruam/contract/platform/permissions.ts'
import { PushEvent, receives } from '@ruam/contract/push.ts'
import { WebSocketServer } from 'ws'
import type { Config } from '../core/config.ts'
import { databaseNow } from '../core/now.ts'
import { type Gate, type PushConnection, serveConnection } from './connection.ts'
import { hear } from './hearing.ts'
import type { Listener } from './listener.ts'
import { MAX_LINE_BYTES, MAX_PAYLOAD_BYTES } from './nats-protocol.ts'
import { channelKeyOf, listenerRightsOf } from './queries.ts'
import { accountOf, readSocketToken } from './socket-token.ts'
import { upgradeRefusalOf } from './upgrade.ts'

/** Milliseconds between two looks at who may still be here; a cut takes this long and one query (product decisions section 2: 5 s). */
const LOOK_MS = 2000
/** Maximum connections per person and store. */
const MAX_CONNECTIONS = 20

interface Sockets {
  close(): Promise<void>
}

/** A further database server: its connection past a pooler, and which stores lie there. */
interface PushSource {
  directUrl: string
  has(storeId: number): boolean
}

/**
 * Serves the push channel at `server`. Everything that keeps a socket open hangs on one connection to the database: when it is lost,
 * so are the sockets, so that a client that is connected hears everything. Stores on further servers hang on a connection to theirs.
 */
export async function startSockets(
  server: Server,
  config: Config,
  directUrl: string,
  others: readonly PushSource[] = [],
): Promise<Sockets> {
  const account = accountOf(config.secretKey)
  /** All of them, also those that have not shown a token yet. */
  const open = new Set<PushConnection>()
  const byStore = new Map<number, Set<PushConnection>>()
  const stopping = new AbortController()

  const heard = (payload: string) => fanOut(payload)
  const listener = await hear(config, directUrl, { heard, lost: () => endAll('Server Shutdown', undefined) })
  /** Those of further servers, once they answer. */
  const listeners = new Map<PushSource, Listener>()
  const sourceOf = (storeId: number) => others.find((source) => source.has(storeId))
  const listenerOf = (source: PushSource | undefined) => (source ? listeners.get(source) : listener)

  async function hearFurther(source: PushSource) {
    const lost = () => endAll('Server Shutdown', source)
    for (;;) {
      const found = await hear(config, source.directUrl, { heard, lost }).catch(() => undefined)
      if (found && stopping.signal.aborted) return found.close()
      if (found) return void listeners.set(source, found)
      await sleep(LOOK_MS, undefined, { signal: stopping.signal })
    }
  }
  for (const source of others) void hearFurther(source).catch(() => {})

  /** Ends all connections, or those of the stores of one further server. */
  function endAll(reason: string, source: PushSource | undefined) {
    for (const connection of [...open])
      if (!source || (connection.claims && sourceOf(connection.claims.storeId) === source)) connection.end(reason)
  }

  function fanOut(payload: string) {
    const event = eventOf(payload)
    if (!event) return
    const { store_id, user_id, permission, event_type, event_data } = event
    const body = Buffer.from(JSON.stringify({ event_type, event_data }))
    for (const connection of [...(byStore.get(store_id) ?? [])]) {
      if (user_id !== null && connection.claims?.userId !== user_id) continue
      if (!receives(connection.rights, event_type)) continue
      if (permission === undefined || may(connection.rights, permission)) connection.deliver(body)
    }
  }

  const gate: Gate = {
    read: (token) => readSocketToken(account, token),
    async rightsOf(claims) {
      const asked = listenerOf(sourceOf(claims.storeId))
      return asked && (await listenerRightsOf(asked, [claims])).get(channelKeyOf(claims))
    },
    join(connection, { storeId, userId }) {
      const here = byStore.get(storeId) ?? new Set()
      if ([...here].filter(({ claims }) => claims?.userId === userId).length >= MAX_CONNECTIONS) return false
      byStore.set(storeId, here.add(connection))
      return true
    },
    leave(connection) {
      open.delete(connection)
      const storeId = connection.claims?.storeId
      const here = storeId === undefined ? undefined : byStore.get(storeId)
      here?.delete(connection)
      if (here?.size === 0) byStore.delete(storeId!)
    },
  }

  /** Ends those that were signed out or removed, or whose rights changed: they come back with what they may do now. */
  async function look() {
    const present = [...open].flatMap((connection) =>
      connection.claims ? [{ connection, claims: connection.claims }] : [],
    )
    const bySource = Map.groupBy(present, ({ claims }) => sourceOf(claims.storeId))
    // A look at one server that fails keeps no other from being looked at.
    await Promise.all(
      [...bySource].map(async ([source, here]) => {
        const asked = listenerOf(source)
        const held = asked
          ? await listenerRightsOf(
              asked,
              here.map(({ claims }) => claims),
            ).catch(() => undefined)
          : new Map<string, Rights>()
        // The listening connection ended with the question, and with it the sockets.
        if (!held) return
        for (const { connection, claims } of here)
          if (!isSame(connection.rights, held.get(channelKeyOf(claims)))) connection.end('User Authentication Revoked')
      }),
    )
    const now = databaseNow()
    for (const connection of [...open]) connection.beat(now)
  }

  async function keepLooking() {
    for (;;) {
      await sleep(LOOK_MS, undefined, { signal: stopping.signal })
      // A look that fails has ended the listening connection, and with it the sockets.
      await look().catch(() => {})
    }
  }
  void keepLooking().catch(() => {})

  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: 2 * (MAX_LINE_BYTES + MAX_PAYLOAD_BYTES),
  })
  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer) {
    const refusal = upgradeRefusalOf(request, config, listener.listening)
    if (refusal) {
      socket.on('error', () => {})
      // A client that does not close in turn is not waited for.
      socket.once('finish', () => socket.destroy())
      socket.end(`HTTP/1.1 ${refusal}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
    } else sockets.handleUpgrade(request, socket, head, (ws) => open.add(serveConnection(ws, gate)))
  }
  server.on('upgrade', upgrade)

  return {
    async close() {
      stopping.abort()
      server.off('upgrade', upgrade)
      endAll('Server Shutdown', undefined)
      await Promise.all([listener, ...listeners.values()].map((one) => one.close()))
    },
  }
}

/** Parses an event published by another server; undefined for events of a newer version. */
function eventOf(payload: string): PushEvent | undefined {
  try {
    return PushEvent.parse(JSON.parse(payload))
  } catch {
    return undefined
  }
}

const isSame = (one: Rights | undefined, other: Rights | undefined) => JSON.stringify(one) === JSON.stringify(other)
