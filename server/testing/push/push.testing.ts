import type { AddressInfo } from 'node:net'
import { jwtAuthenticator, type NatsConnection, wsconnect } from '@nats-io/nats-core'
import { createUser } from '@nats-io/nkeys'
import { type PushEvent, push, SOCKET_PATH } from '@ruam/contract/push.ts'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../app/app.ts'
import type { Config } from '../../core/config.ts'
import { inStore } from '../../database/db.ts'
import { publishNotice } from '../../push/publish.ts'
import { accountOf, readSocketToken, type SocketClaims, signSocketToken } from '../../push/socket-token.ts'
import { startSockets } from '../../push/sockets.ts'
import { atEndOfFile } from '../end-of-file.testing.ts'
import { coreOf, type Member, type TestStore, testServer } from '../store.testing.ts'

/** A server with its push channel on the database of this test file; answers the address of the socket. */
export async function pushServer(changed: Partial<Config> = {}): Promise<{ address: string; app: FastifyInstance }> {
  const { core } = await testServer()
  const config = { ...core.config, ...changed }
  const app = await createApp({ ...core, config }, { web: false })
  const sockets = await startSockets(app.server, config, config.appUrl!)
  await app.listen({ port: 0, host: '127.0.0.1' })
  atEndOfFile(async () => {
    await sockets.close()
    await app.close()
  })
  const { port } = app.server.address() as AddressInfo
  return { app, address: `ws://127.0.0.1:${port}${SOCKET_PATH}` }
}

export interface Grant {
  token: string
  subject: string
  /** The secret part of the key, as the client's library wants it. */
  seed: Uint8Array
  nkey: string
}

/** Requests a socket token as a browser does: creates a key and asks for a token. */
export async function grantOf(member: Pick<Member, 'token' | 'call'>): Promise<Grant> {
  const pair = createUser()
  const nkey = pair.getPublicKey()
  const { token, subject } = await member.call(push.token, { body: { token: member.token, nkey } })
  return { token, subject, nkey, seed: pair.getSeed() }
}

/** The client of NATS, as it is. */
export const connect = (address: string, { token, seed }: Pick<Grant, 'token' | 'seed'>): Promise<NatsConnection> =>
  wsconnect({ servers: address, reconnect: false, authenticator: jwtAuthenticator(token, seed) })

/** A client that has subscribed; `next` answers the events it hears, one after the other. */
export async function listener(address: string, grant: Grant) {
  const connection = await connect(address, grant)
  const heard = connection.subscribe(grant.subject)[Symbol.asyncIterator]()
  await connection.flush()
  return {
    connection,
    async next() {
      const { value } = await heard.next()
      return value?.json() as Pick<PushEvent, 'event_type' | 'event_data'> | undefined
    },
  }
}

/** An event for everybody of a store that can be told apart by its id. */
export const exportEvent = (storeId: number, id: number): PushEvent => ({
  store_id: storeId,
  user_id: null,
  event_type: 'export',
  event_data: { export_id: id, progress: 0.5, status: 'processing', url: '' },
})

/** Publishes in a transaction of its own, one event after the other. */
export async function published(...events: PushEvent[]): Promise<void> {
  for (const event of events)
    await inStore((await coreOf({ storeId: event.store_id })).pool, event.store_id, (db) => publishNotice(db, event))
}

/** Connects, pings, and returns the received messages. */
export async function receivedMessages(address: string, given: Pick<Grant, 'token' | 'seed'>): Promise<string> {
  try {
    const connection = await connect(address, given)
    await connection.flush()
    await connection.close()
    return 'open'
  } catch (error) {
    return (error as Error).message
  }
}

/** A token signed again with other claims, by the server's account or by another. */
export async function forged(grant: Grant, changed: Partial<SocketClaims>, secret?: string): Promise<Grant> {
  const own = accountOf((await testServer()).core.config.secretKey)
  const claims = readSocketToken(own, grant.token)!
  return { ...grant, token: signSocketToken(secret ? accountOf(secret) : own, { ...claims, ...changed }) }
}

/** As the store's owner would in another window. */
export async function remove({ storeId }: TestStore, { userId }: Member) {
  const { admin } = await testServer()
  await admin.query('update store_member set removed_at = now() where store_id = $1 and user_id = $2', [
    storeId,
    userId,
  ])
}

export async function setPermissions({ storeId }: TestStore, { userId }: Member, held: string[]) {
  const { admin } = await testServer()
  await admin.query(
    'update role set permissions = $3 where store_id = $1 and id = (select role_id from store_member where store_id = $1 and user_id = $2)',
    [storeId, userId, held],
  )
}
