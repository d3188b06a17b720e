import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { hashPassword } from '../../app/auth/passwords.ts'
import { inStore } from '../../database/db.ts'
import { freshAddress, PASSWORD, signIn } from '../../testing/app/auth.testing.ts'
import type { Scene } from '../../testing/broadcasts/broadcasts.testing.ts'
import { coreOf, type Member, type TestStore, testServer } from '../../testing/store.testing.ts'
import { mappedConnector, tillItem } from '../../testing/things/connectors.ts'

/** A restored server, as its first visitors find it. */
interface There {
  app: FastifyInstance
  admin: pg.Pool
}

/** A thing that the backup holds and a decision after it ends. */
export interface Ended {
  decide(): Promise<unknown>
  /** True if the thing acts on a restored server. It does before the decisions are applied, or the case could not fail. */
  lives(there: There): Promise<boolean>
}

/** Makes the thing before the backup. */
export interface Case {
  title: string
  make(scene: Scene): Promise<Ended>
}

export const params = (id: number | string) => ({ params: { id: String(id) } })

/** Acts in the store as the application does; `$1` is the store. */
export async function act({ storeId }: TestStore, text: string, values: unknown[] = []): Promise<void> {
  await inStore((await coreOf({ storeId })).pool, storeId, (_, client) => client.query(text, [storeId, ...values]))
}

/** True if a row is found; `$1` is the store. */
export async function isFound(there: There, store: TestStore, text: string, values: unknown[] = []): Promise<boolean> {
  return (await there.admin.query(text, [store.storeId, ...values])).rows.length > 0
}

let hashed: Promise<string> | undefined

/** Adds a member who signs in with PASSWORD. */
export async function memberWithPassword(store: TestStore, rights: Parameters<TestStore['member']>[0]) {
  return withPassword(await store.member(rights))
}

export async function withPassword<M extends Member>(member: M): Promise<M> {
  hashed ??= hashPassword(PASSWORD)
  await (await testServer()).admin.query('update users set password_hash = $2 where id = $1', [
    member.userId,
    await hashed,
  ])
  return member
}

/** The rights of a member who signs in and enters the store; undefined if either is refused. */
export async function rightsOf(
  { app }: There,
  { email }: Member,
  { storeId }: TestStore,
): Promise<{ roles: string[]; permissions: string[] } | undefined> {
  const { status, body } = await signIn(email, PASSWORD, { app, from: freshAddress() })
  if (status !== 200) return undefined
  const reply = await app.inject({
    ...{ method: 'POST', url: '/api/stores/auth/token', payload: { id: storeId } },
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  return reply.statusCode === 200 ? reply.json() : undefined
}

const withBearer = (credential: string) => ({ authorization: `Bearer ${credential}` })

/** True if a program may call the address. */
export async function mayCall({ app }: There, credential: string, path: string): Promise<boolean> {
  const { statusCode } = await app.inject({ url: `/open-api/v1/${path}`, headers: withBearer(credential) })
  return statusCode === 200
}

/** True if a program reads the field. */
export async function mayRead({ app }: There, credential: string, field: string): Promise<boolean> {
  const reply = await app.inject({ url: '/open-api/v1/fields', headers: withBearer(credential) })
  if (reply.statusCode !== 200) return false
  const { profile } = reply.json() as { profile: { name: string; read: boolean }[] }
  return profile.some(({ name, read }) => name === field && read)
}

/** True if a connector takes an item. */
export async function acceptsItem({ app }: There, credential: string, connector: number): Promise<boolean> {
  const reply = await app.inject({
    ...{ method: 'POST', url: `/open-api/v1/connectors/${connector}/records`, payload: tillItem },
    headers: withBearer(credential),
  })
  return reply.statusCode < 300
}

/** A mapped connector with the token that sends to it. */
export async function connectorOf(store: TestStore, token: number): Promise<number> {
  const id = await mappedConnector(store)
  await act(store, 'insert into connector_token (store_id, data_source_id, token_id) values ($1, $2, $3)', [id, token])
  return id
}
