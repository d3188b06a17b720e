import createFetchClient, { type FetchOptions } from 'openapi-fetch'
import { errorOf } from './errors.ts'
import { retrying } from './retries.ts'
import type { operations, paths } from './schema.ts'

export { changedProfiles, changes } from './changes.ts'
export { RuamError, type RuamErrorName } from './errors.ts'
export type { ChangeEvent, ChangeType, WebhookEvent } from './events.ts'
export { verifyWebhook } from './webhooks.ts'
export type { operations, paths }

export interface Options {
  /** Address of the installation, as `https://cdp.example.com`. */
  address: string
  /** API key or API token. */
  credential: string
  /** Repeats of a request that was not answered or refused for now; 5 when left out. */
  retries?: number
  /** Language of messages and display names; Thai when left out. */
  language?: 'th' | 'en'
  fetch?: typeof globalThis.fetch
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P] extends { [K in M]: object } ? P : never
}[keyof paths]
type CallOf<P extends keyof paths, M extends Method> = paths[P] extends { [K in M]: infer Call } ? Call : never

type BodyOf<Call> = Call extends { responses: infer R }
  ? { [S in keyof R]: R[S] extends { content: { 'application/json': infer Body } } ? Body : undefined }[keyof R]
  : never

/** Puts the store's own fields in the place of values by any name. */
type WithValues<T, Values> = T extends readonly (infer One)[]
  ? WithValues<One, Values>[]
  : T extends object
    ? { [K in keyof T]: K extends 'values' ? Values : WithValues<T[K], Values> }
    : T
type Typed<P, T, Values> = P extends `${string}/activities${string}` ? T : WithValues<T, Values>

type Init<P, Call, Values> = Omit<FetchOptions<Call>, 'body'> &
  (Call extends { requestBody: { content: { 'application/json': infer Body } } }
    ? { body: Typed<P, Body, Values> }
    : unknown)
/** Calls without parameters and body need no second argument. */
type Arguments<P, Call, Values> =
  Partial<Record<'params' | 'body', never>> extends Init<P, Call, Values>
    ? [init?: Init<P, Call, Values>]
    : [init: Init<P, Call, Values>]

/** Each method takes a path of the API and what it needs, returns the body of the answer, and throws a RuamError. */
export type Ruam<Values = Record<string, string | number | boolean | null>> = {
  readonly [M in Method]: <P extends PathsOf<M>>(
    path: P,
    ...init: Arguments<P, CallOf<P, M>, Values>
  ) => Promise<Typed<P, BodyOf<CallOf<P, M>>, Values>>
}

/**
 * Returns a client of the Open API. `Values` are the store's fields, which `ruam types` writes:
 * `connect<ProfileValues>({ address, credential })`.
 */
export function connect<Values = Record<string, string | number | boolean | null>>(options: Options): Ruam<Values> {
  const client = createFetchClient<paths>({
    baseUrl: options.address,
    fetch: retrying(options.fetch ?? globalThis.fetch, options.retries ?? 5),
    headers: { authorization: `Bearer ${options.credential}`, 'accept-language': options.language ?? 'th' },
  })
  client.use({
    async onResponse({ response }) {
      if (!response.ok) throw await errorOf(response)
    },
  })
  const request = client.request as unknown as (
    method: string,
    path: string,
    init?: object,
  ) => Promise<{ data: unknown }>
  const method = (name: Method) => async (path: string, init?: object) => (await request(name, path, init)).data
  return {
    get: method('get'),
    post: method('post'),
    put: method('put'),
    patch: method('patch'),
    delete: method('delete'),
  } as unknown as Ruam<Values>
}
