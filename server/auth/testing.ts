import { auth, setup } from '@ruam/contract/auth.ts'
import type { Answer, Endpoint } from '@ruam/contract/endpoint.ts'
import type { ErrorBody } from '@ruam/contract/errors.ts'
import { newStore, type TestStore, testServer } from '../core/testing.ts'
import { hashPassword } from './passwords.ts'

export const PASSWORD = 'รหัสผ่านที่ยาวพอ 1'

let hashed: Promise<string> | undefined
let addresses = 0

/** An address of the network that nobody has tried from yet. */
export const freshAddress = () => `10.1.${Math.floor(++addresses / 250)}.${addresses % 250}`

/** A store whose owner can sign in with PASSWORD. */
export async function storeWithPassword(): Promise<TestStore> {
  const { admin } = await testServer()
  const store = await newStore()
  hashed ??= hashPassword(PASSWORD)
  await admin.query('update users set password_hash = $2 where id = $1', [store.userId, await hashed])
  return store
}

export interface Signing<E extends Endpoint> {
  status: number
  body: Answer<E> & Partial<ErrorBody>
  headers: Record<string, unknown>
  /** The refresh cookie that the answer sets. */
  cookie: string | undefined
}

async function post<E extends Endpoint>(
  endpoint: E,
  body: object | undefined,
  options: { from?: string; cookie?: string },
) {
  const { app } = await testServer()
  const reply = await app.inject({
    method: 'POST',
    url: `/api${endpoint.path}`,
    remoteAddress: options.from ?? freshAddress(),
    headers: options.cookie ? { cookie: `other=1; ruam_refresh=${options.cookie}` } : {},
    ...(body && { payload: body }),
  })
  const cookie = /^ruam_refresh=([\w-]*)/.exec(String(reply.headers['set-cookie'] ?? ''))?.[1]
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers, cookie } as Signing<E>
}

export const signIn = (email: string, password = PASSWORD, from?: string) =>
  post(auth.login, { email, password }, { from })

export const refresh = (cookie?: string) => post(auth.refresh, undefined, { cookie })

/** `body` stands in for a person's input, so it may be wrong on purpose. */
export const setUp = (body: object, from?: string) => post(setup.create, body, { from })

/** The status of a call with this token, and the error's name. */
export async function ask(endpoint: Endpoint, token: string, params: Record<string, string> = {}) {
  const { app } = await testServer()
  const url = `/api${endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)}`
  const reply = await app.inject({ method: endpoint.method, url, headers: { authorization: `Bearer ${token}` } })
  return reply.statusCode < 300 ? reply.statusCode : `${reply.statusCode} ${reply.json().error}`
}
