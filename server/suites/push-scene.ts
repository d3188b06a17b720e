import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { jwtAuthenticator, type NatsConnection, wsconnect } from '@nats-io/nats-core'
import { createUser } from '@nats-io/nkeys'
import { DPA_VERSION } from '@ruam/contract/access/dpa-document.ts'
import type { Permission } from '@ruam/contract/platform/permissions.ts'
import { type PushEvent, push, SOCKET_PATH } from '@ruam/contract/push.ts'
import { newToken, tokenHash } from '../core/tokens.ts'
import { createPool, inStore } from '../database/db.ts'
import { appUrlOf } from '../database/migrate.ts'
import { publishNotice } from '../push/publish.ts'
import type { ReadRows } from './crash-count.ts'

export interface Person {
  storeId: number
  userId: number
  sessionId: number
  permission: Permission
  token: string
  sockets: Socket[]
}

export interface Socket {
  person: Person
  connection: NatsConnection
  subject: string
  /** The ids of what it heard, in order, with when: milliseconds of this process's clock. */
  heard: { id: number; at: number }[]
}

/** People of new stores, each with a role of one permission and signed in. Half may download, half may import. */
export async function makePeople(ask: ReadRows, stores: number, perStore: number): Promise<Person[]> {
  const people: Person[] = []
  for (let store = 0; store < stores; store++) {
    const [{ store_id: storeId }] = (await ask<{ store_id: number }>(
      "insert into store (name) values ('ร้านทดสอบ') returning store_id",
    )) as [{ store_id: number }]
    for (let n = 0; n < perStore; n++) {
      const permission = n % 2 === 0 ? 'cdp-core.datasource.create' : 'cdp-core.profile.download'
      const [token, access] = [newToken(), newToken()]
      const [made] = await ask<{ user_id: number; session_id: number }>(
        `with person as (insert into users (email, first_name, last_name, password_hash) values ($1, 'สมชาย', 'ใจดี', '') returning id),
          held as (insert into role (store_id, name, permissions) values ($2, $1, array[$3]) returning id),
          joined as (insert into store_member (store_id, user_id, role_id) select $2, person.id, held.id from person, held)
         select id as user_id from person`,
        [`person${n}.${storeId}@example.com`, storeId, permission],
      )
      const userId = made!.user_id
      if (n === 0) {
        await ask(
          "insert into dpa_decision (store_id, version, status, consentee, document_hash, decided_by) values ($1, $2, 'accepted', '{}', '', $3)",
          [storeId, DPA_VERSION, userId],
        )
      }
      const [session] = await ask<{ id: number }>('select auth.begin_session($1, $2, $3, 3600, 3600) as id', [
        userId,
        tokenHash(newToken()),
        tokenHash(access),
      ])
      await ask('select from auth.enter_store($1, $2, $3, $4, 3600)', [session!.id, userId, storeId, tokenHash(token)])
      people.push({ storeId, userId, sessionId: session!.id, permission, token, sockets: [] })
    }
  }
  return people
}

/** Opens sockets of one person, one after the other on each of the servers, and subscribes. */
export async function openSockets(person: Person, addresses: readonly string[], count: number): Promise<void> {
  const pair = createUser()
  const reply = await fetch(`${addresses[0]}/api${push.token.path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token: person.token, nkey: pair.getPublicKey() }),
  })
  if (!reply.ok) throw new Error(`The socket's token was refused: ${await reply.text()}`)
  const { token, subject } = push.token.response.parse(await reply.json())
  for (let n = 0; n < count; n++) {
    const address = addresses[n % addresses.length]!
    const connection = await wsconnect({
      servers: `${address.replace('http', 'ws')}${SOCKET_PATH}`,
      reconnect: false,
      authenticator: jwtAuthenticator(token, pair.getSeed()),
    })
    const socket: Socket = { person, connection, subject, heard: [] }
    connection.subscribe(subject, {
      callback: (_, message) => {
        const { event_data } = message.json<{ event_data: { export_id: number } }>()
        socket.heard.push({ id: event_data.export_id, at: performance.now() })
      },
    })
    await connection.flush()
    person.sockets.push(socket)
  }
}

/** Adds a subscription and returns the server's error; undefined if accepted. */
export async function tryToHear({ connection }: Socket, subject: string): Promise<string | undefined> {
  let refused: string | undefined
  const subscription = connection.subscribe(subject, {
    callback: (error) => {
      refused ??= error?.message
    },
  })
  await connection.flush()
  await connection.flush()
  if (refused === undefined) subscription.unsubscribe()
  return refused
}

interface Publisher {
  /** Each event in a transaction of its own, as the application role. */
  publish(event: PushEvent): Promise<void>
  end(): Promise<void>
}

export async function publisherOf(folder: string): Promise<Publisher> {
  const { port } = JSON.parse(await readFile(join(folder, 'postgres/connection.json'), 'utf8')) as { port: number }
  const secret = (await readFile(join(folder, 'secret-key'), 'utf8')).trim()
  const pool = createPool(appUrlOf(`postgres://127.0.0.1:${port}/ruam`, secret), { max: 1 })
  return {
    publish: (event) => inStore(pool, event.store_id, (db) => publishNotice(db, event)),
    end: () => pool.end(),
  }
}
