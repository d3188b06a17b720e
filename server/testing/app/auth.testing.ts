import { auth, setup } from '@ruam/contract/access/auth.ts'
import type { ErrorBody } from '@ruam/contract/errors/catalog.ts'
import type { Answer, Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyInstance } from 'fastify'
import { createApp } from '../../app/app.ts'
import { hashPassword } from '../../app/auth/passwords.ts'
import type { Config } from '../../core/config.ts'
import { newStore, type TestStore, testServer } from '../store.testing.ts'

export const PASSWORD = 'รหัสผ่านที่ยาวพอ 1'

let hashed: Promise<string> | undefined
let addresses = 0

/** Returns an IP address without earlier sign-in attempts. */
export const freshAddress = () => `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`

/** A store whose owner can sign in with PASSWORD. */
export async function storeWithPassword(): Promise<TestStore> {
  const { home } = await testServer()
  const store = await newStore()
  hashed ??= hashPassword(PASSWORD)
  await home.admin.query('update users set password_hash = $2 where id = $1', [store.userId, await hashed])
  return store
}

interface Signing<E extends Endpoint> {
  status: number
  body: (Answer<E> extends undefined ? unknown : Answer<E>) & Partial<ErrorBody>
  headers: Record<string, unknown>
  /** The refresh cookie that the answer sets. */
  cookie: string | undefined
  /** The cookie by which this browser is known from now on, as the browser sends it back. */
  device: string | undefined
}

export interface From {
  /** Network address. */
  from?: string
  /** Cookies as a browser sends them. */
  cookie?: string
  headers?: Record<string, string>
  app?: FastifyInstance
}

export async function post<E extends Endpoint>(
  endpoint: E,
  body: object | undefined,
  { from, cookie, headers, app }: From,
) {
  const reply = await (app ?? (await testServer()).app).inject({
    method: 'POST',
    url: `/api${endpoint.path}`,
    remoteAddress: from ?? freshAddress(),
    headers: { ...(cookie && { cookie: `other=1; ${cookie}` }), ...headers },
    ...(body && { payload: body }),
  })
  const set = [reply.headers['set-cookie'] ?? []].flat().join('\n')
  return {
    status: reply.statusCode,
    body: reply.body ? reply.json() : undefined,
    headers: reply.headers,
    cookie: /ruam_refresh=([\w-]*)/.exec(set)?.[1],
    device: /(?:__Secure-)?ruam_device_\d+=[\w-]{43}/.exec(set)?.[0],
  } as Signing<E>
}

export const signIn = (email: string, password = PASSWORD, from: string | From = {}) =>
  post(auth.login, { email, password }, typeof from === 'string' ? { from } : from)

export const refresh = (cookie?: string, from: From = {}) =>
  post(auth.refresh, undefined, { ...from, ...(cookie && { cookie: `ruam_refresh=${cookie}` }) })

/** `body` stands in for a person's input, so it may be wrong on purpose. */
export const setUp = (body: object, from?: string, headers?: Record<string, string>) =>
  post(setup.create, body, { from, headers })

export const changePassword = (token: string, body: object, from: From = {}) =>
  post(auth.password, body, { ...from, headers: { ...from.headers, authorization: `Bearer ${token}` } })

/** Returns the audited acts of a person in a store, the oldest first. */
export async function written(storeId: number, userId: number): Promise<string[]> {
  const { admin } = await testServer()
  const { rows } = await admin.query<{ action: string }>(
    "select action from audit_log where store_id = $1 and subject_type = 'user' and subject_id = $2 order by id",
    [storeId, String(userId)],
  )
  return rows.map(({ action }) => action)
}

/** The server behind a number of proxies, or with its own address, with its log lines. */
export async function serverWith(config: Partial<Config>) {
  const { core } = await testServer()
  const lines: string[] = []
  const app = await createApp(
    { ...core, config: { ...core.config, ...config } },
    { web: false, log: { write: (line) => lines.push(line) } },
  )
  const events = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'event')
  return { app, lines, events }
}

/** The status of a call with this token, and the error's name. */
export async function statusOf(endpoint: Endpoint, token: string, params: Record<string, string> = {}) {
  const { app } = await testServer()
  const url = `/api${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)}`
  const reply = await app.inject({ method: endpoint.method, url, headers: { authorization: `Bearer ${token}` } })
  return reply.statusCode < 300 ? reply.statusCode : `${reply.statusCode} ${reply.json().error}`
}
