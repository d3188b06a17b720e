import { writeFile } from 'node:fs/promises'
import type { APIRequestContext, PlaywrightWorkerArgs } from '@playwright/test'
import { owner, ownerState } from './owner.ts'
import { readyState } from './ready-store.ts'
import type { Server } from './server.ts'

export interface Store {
  id: number
  owner: typeof owner
}

type Json = Record<string, unknown>
interface Session {
  access_token: string
  expires_in: number
  user: { id: number }
}

/** Sends a call and returns its answer. */
async function send(api: APIRequestContext, method: string, path: string, data?: Json, token?: string) {
  const headers = token && { headers: { authorization: `Bearer ${token}` } }
  const reply = await api.fetch(`/api${path}`, { method, ...headers, ...(data && { data }) })
  if (!reply.ok()) throw new Error(`${method} ${path} answered ${reply.status()}: ${await reply.text()}`)
  return (reply.status() === 204 ? {} : await reply.json()) as Json
}

/** Returns the token for calls in a store, with the person's rights there. */
const enter = async (api: APIRequestContext, id: number, person: string) => {
  const { token, expires_in, ...rights } = await send(api, 'POST', '/stores/auth/token', { id }, person)
  return { token: token as string, expiresAt: Date.now() + (expires_in as number) * 1000, rights }
}

const consent = {
  ...{ app_name: 'ruam', type: 'dpa', status: 'accepted' },
  consentee: { name: `${owner.firstName} ${owner.lastName}`, email: owner.email, company: owner.store },
}

/**
 * Opens stores as people do: the owner of each is invited to store 1, opens a further store and leaves the first. Writes the browser
 * state of the owner, as after a first visit to the store.
 */
export async function storeOpener(server: Server, { request }: PlaywrightWorkerArgs['playwright']) {
  const baseURL = server.address
  // Kept: the cookie of its session changes with each use.
  const host = await request.newContext({ baseURL, storageState: await readyState(baseURL) })
  let made = 1
  return async (): Promise<Store> => {
    const email = `owner${++made}@example.com`
    const theirs = await request.newContext({ baseURL })
    const session = await join(host, theirs, email)
    const person = session.access_token
    const { id } = (await send(theirs, 'POST', '/stores', { name: owner.store }, person)) as { id: number }
    const first = await enter(theirs, 1, person)
    await send(theirs, 'POST', '/stores/1/leave', undefined, first.token)
    const { token } = await enter(theirs, id, person)
    await send(theirs, 'POST', '/stores/store/consent', consent, token)
    await writeState(theirs, baseURL, id, session)
    await theirs.dispose()
    return { id, owner: { ...owner, email } }
  }
}

/** Makes a person, by an invitation to store 1. */
async function join(host: APIRequestContext, theirs: APIRequestContext, email: string): Promise<Session> {
  const { access_token } = (await send(host, 'POST', '/auth/refresh')) as unknown as Session
  const { token } = await enter(host, 1, access_token)
  const { data } = (await send(host, 'GET', '/roles?limit=0', undefined, token)) as {
    data: { id: number; name: string }[]
  }
  const role_id = data.find(({ name }) => name === 'owner')!.id
  const { link } = await send(host, 'POST', '/stores/invitations', { email, role_id }, token)
  const person = { first_name: owner.firstName, last_name: owner.lastName, password: owner.password }
  const secret = new URL(link as string).hash.slice(1)
  return (await send(theirs, 'POST', '/auth/invitation/accept', { token: secret, ...person })) as unknown as Session
}

/** Returns an answer of the server as the browser keeps it. */
const camel = (row: object) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [
      key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )

async function writeState(api: APIRequestContext, origin: string, id: number, session: Session) {
  const { token, expiresAt, rights } = await enter(api, id, session.access_token)
  const { dpa_status, ...granted } = rights as Json
  const { flags, ...store } = await send(api, 'GET', `/stores/${id}`, undefined, token)
  const { name, timeZone, era, namesInTabs } = camel(store)
  const data = { userId: session.user.id, id, name, timeZone, era, namesInTabs, dpaStatus: dpa_status }
  const kept = {
    'user-data': camel(session.user),
    'user-token': { token: session.access_token, expiresAt: Date.now() + session.expires_in * 1000 },
    [`store-data.${id}`]: { ...data, flags: camel(flags as object), token: { token, expiresAt } },
    [`roles.${id}`]: granted,
    'last-store': id,
  }
  const localStorage = Object.entries(kept).map(([key, value]) => ({
    name: `ruam.${key}`,
    value: JSON.stringify(value),
  }))
  const { cookies } = await api.storageState()
  await writeFile(ownerState, JSON.stringify({ cookies, origins: [{ origin, localStorage }] }))
}
