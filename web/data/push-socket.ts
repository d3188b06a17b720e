import { jwtAuthenticator, wsconnect } from '@nats-io/nats-core'
import { createUser } from '@nats-io/nkeys'
import { push, SOCKET_PATH } from '@ruam/contract/push.ts'
import type { Got } from './api.ts'
import { request } from './request.ts'
import { wire, withBearer } from './session.ts'

interface PushSocket {
  /** Milliseconds for which the server keeps it open. */
  lastsMs: number
  closed: Promise<unknown>
  close(): void
}

/** Opens the socket with a key and a token of its own, and hears. Throws when that fails. */
export async function openPushSocket(onMessage: (text: string) => void): Promise<PushSocket> {
  const pair = createUser()
  const token = wire(push.token)
  const granted = (await withBearer(token, (bearer) =>
    request(token, { body: { token: bearer, nkey: pair.getPublicKey() } }, bearer),
  )) as Got<typeof push.token>
  const connection = await wsconnect({
    servers: `${location.origin.replace(/^http/, 'ws')}${SOCKET_PATH}`,
    authenticator: jwtAuthenticator(granted.token, pair.getSeed()),
    // Another connection needs another token: data/push.ts sees to both.
    reconnect: false,
    timeout: 10_000,
    // A line that went dead is noticed within a minute and a half.
    pingInterval: 30_000,
  })
  const close = () => void connection.close().catch(() => undefined)
  connection.subscribe(granted.subject, {
    callback: (refused, message) => (refused ? close() : onMessage(message.string())),
  })
  await connection.flush()
  return { lastsMs: granted.expiresIn * 1000, closed: connection.closed(), close }
}
