import { features } from '@ruam/contract/endpoints.ts'
import { addressOf, type Endpoint, type Sent } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'

type Features = typeof features
/** A call's name: feature and endpoint, as in `profiles.list`. */
export type CallName = {
  [F in keyof Features]: { [E in keyof Features[F]]: `${F}.${E & string}` }[keyof Features[F]]
}[keyof Features]
type Named<N extends CallName> = N extends `${infer F extends keyof Features}.${infer E}`
  ? E extends keyof Features[F]
    ? Features[F][E]
    : never
  : never
/** Request type of the named call. */
export type SentTo<N extends CallName> = Named<N> extends infer E extends Endpoint ? Sent<E> : never

export interface Call {
  name: CallName
  endpoint: Endpoint
  /** `GET /profile/{id}` */
  title: string
}

/** Every call, read from the contract: the suites include a new endpoint automatically. */
export const calls: Call[] = Object.entries(features).flatMap(([feature, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    name: `${feature}.${name}` as CallName,
    endpoint,
    title: `${endpoint.method} ${endpoint.path}`,
  })),
)

/** A request before it has an address. */
export interface Request {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  /** The content of the file field of an upload. */
  file?: string | Buffer
}

export function pathOf(endpoint: Endpoint, params: Record<string, string> = {}): string {
  return addressOf(endpoint).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** The body and content type of a multipart upload of one file. */
async function multipart(content: string | Buffer, name = 'customers.csv', field = 'file') {
  const form = new FormData()
  form.set(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
  const encoded = new Response(form)
  return { type: encoded.headers.get('content-type')!, payload: Buffer.from(await encoded.arrayBuffer()) }
}

type Sender = Pick<FastifyInstance, 'inject'>

/** Sends a request with any `authorization` header. */
export async function send(
  app: Sender,
  endpoint: Endpoint,
  request: Request,
  authorization?: string,
  more: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  const options: InjectOptions = {
    method: endpoint.method,
    url: pathOf(endpoint, request.params),
    query: request.query,
    headers: { ...more, ...(authorization !== undefined && { authorization }) },
  }
  if (endpoint.upload) {
    const { type, payload } = await multipart(
      request.file ?? 'ชื่อ,เบอร์โทร\nญาดา,0812345678\n',
      undefined,
      endpoint.uploadField,
    )
    return app.inject({ ...options, headers: { ...options.headers, 'content-type': type }, payload })
  }
  return app.inject({ ...options, ...(request.body !== undefined && { payload: request.body as object }) })
}

/** The status of a success. */
export const successOf = ({ redirect, response, download }: Endpoint) =>
  redirect ? 302 : response || download ? 200 : 204
