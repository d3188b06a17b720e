import type { NatsConnection } from '@nats-io/nats-core'
import { readyPart } from '../metrics/ready.ts'

/** A NATS server or cluster. */
export interface NatsSettings {
  /** Addresses of its servers. */
  servers: string[]
  /** Seed of the user's nkey (SU...); undefined for a server that asks for none. */
  nkey: string | undefined
}

/**
 * Connects, and reconnects for ever. Throws one sentence if no server answers the first time. Loads the library, which an installation
 * without NATS never does.
 */
export async function connectNats({ servers, nkey }: NatsSettings, name: string): Promise<NatsConnection> {
  const { connect, nkeyAuthenticator } = await import('@nats-io/transport-node')
  const signing = nkey ? { authenticator: nkeyAuthenticator(new TextEncoder().encode(nkey)) } : {}
  const options = {
    servers,
    name,
    reconnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 300,
    pingInterval: 5000,
    // A machine on which everything starts at once.
    timeout: 60_000,
  }
  try {
    const connection = await connect({ ...options, ...signing })
    showConnection(connection)
    return connection
  } catch (error) {
    throw new Error(`NATS_URL can't be reached: ${(error as Error).message}`, { cause: error })
  }
}

/** Shows in `/readyz` that the connection is lost. Screens poll meanwhile. */
function showConnection(connection: NatsConnection): void {
  let lost = false
  const hide = readyPart('nats', () => (lost ? 'It is away: screens poll meanwhile.' : undefined), { optional: true })
  void watchNats(connection, {
    lost() {
      lost = true
    },
    back() {
      lost = false
    },
  }).catch(() => {})
  void connection.closed().then(hide, hide)
}

/** Calls back when the connection is lost and when it is back. */
export async function watchNats(connection: NatsConnection, on: { lost(): void; back(): void }): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect' || type === 'staleConnection') on.lost()
    // Its subscriptions are there again once it answers.
    if (type === 'reconnect') await connection.flush().then(on.back, () => {})
  }
}
