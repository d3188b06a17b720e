import type { ErrorBody, ErrorName } from '@ruam/contract/errors/catalog.ts'
import { REQUEST_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import { noteBuild } from './build.ts'
import { toCamel, toSnake, type WireEndpoint } from './camel.ts'
import { preferenceStore } from './preferences.ts'
import { learnServerTime } from './server-clock.ts'
import { wordsNow } from './text.ts'
import { common } from './words.ts'

/** Errors before a response. `canceled`: aborted on purpose (spec section 8). */
type ClientErrorName = 'network' | 'timeout' | 'canceled' | 'unreadable'

/** A call that failed. `message` is a sentence in the person's language, to be shown as it is. */
export class ApiError extends Error {
  override readonly name: ErrorName | ClientErrorName
  /** The error_code of the contract; 0 when the server was not reached. */
  readonly code: number
  /** The HTTP status; 0 when the server was not reached. */
  readonly status: number
  readonly details: Record<string, unknown>
  constructor(name: ErrorName | ClientErrorName, message: string, body?: ErrorBody, status = 0) {
    super(message)
    this.name = name
    this.code = body?.error_code ?? 0
    this.status = status
    this.details = body?.details ?? {}
  }
}

export const isApiError = (error: unknown, ...names: ApiError['name'][]): error is ApiError =>
  error instanceof ApiError && (names.length === 0 || names.includes(error.name))

/** The parts of a call, in camelCase. */
export interface RequestParts {
  params?: object
  query?: object
  body?: unknown
}

/** The address of a call, its parameters and query filled in. */
export function requestAddress(endpoint: WireEndpoint, parts: RequestParts): string {
  const params = toSnake(parts.params ?? {}, endpoint.shape.params) as Record<string, unknown>
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(toSnake(parts.query ?? {}, endpoint.shape.query) as object)) {
    if (value !== undefined && value !== null) query.set(key, String(value))
  }
  const text = query.toString()
  return `/api${path}${text && `?${text}`}`
}

export function headersOf(bearer: string | undefined): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': preferenceStore().language,
    ...(bearer && { authorization: `Bearer ${bearer}` }),
  }
}

/** Reads an answer, or throws the refusal in it. */
export function answerOf(endpoint: WireEndpoint, status: number, text: string): unknown {
  let body: unknown
  try {
    body = text ? JSON.parse(text) : undefined
  } catch {
    body = undefined
  }
  if (status >= 200 && status < 300) return toCamel(body, endpoint.shape.response)
  const refusal = body as ErrorBody | undefined
  if (refusal?.error) throw new ApiError(refusal.error, refusal.message, refusal, status)
  // A gateway that stands before a stopped server answers in its own words.
  const say = wordsNow(common)
  if (status >= 502 && status <= 504) throw new ApiError('network', say.network, undefined, status)
  throw new ApiError('unreadable', say.problem, undefined, status)
}

export const networkError = () => new ApiError('network', wordsNow(common).network)
export const timeoutError = () => new ApiError('timeout', wordsNow(common).timeout)
export const canceledError = () => new ApiError('canceled', 'canceled')

/** One request, without renewing tokens. Gives up after 120 s (spec section 9). */
export async function request(
  endpoint: WireEndpoint,
  parts: RequestParts,
  bearer: string | undefined,
  signal?: AbortSignal,
): Promise<unknown> {
  const limit = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const headers = headersOf(bearer)
  const init: RequestInit = {
    method: endpoint.method,
    headers,
    signal: signal ? AbortSignal.any([signal, limit]) : limit,
  }
  if (parts.body !== undefined) {
    headers['content-type'] = 'application/json'
    init.body = JSON.stringify(toSnake(parts.body, endpoint.shape.body))
  }
  let status: number
  let text: string
  try {
    const response = await fetch(requestAddress(endpoint, parts), init)
    noteBuild(response)
    status = response.status
    learnServerTime(response.headers.get('date'))
    text = await response.text()
  } catch {
    if (signal?.aborted) throw canceledError()
    throw limit.aborted ? timeoutError() : networkError()
  }
  return answerOf(endpoint, status, text)
}

/** The name of a file in a content-disposition header (RFC 6266): the one in every alphabet, else the plain one. */
export function fileNameOf(disposition: string | null): string {
  const [, wide] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '') ?? []
  const [, plain] = /filename="?([^";]+)"?/i.exec(disposition ?? '') ?? []
  try {
    return (wide && decodeURIComponent(wide)) ?? plain ?? 'download'
  } catch {
    return plain ?? 'download'
  }
}

/** Bytes of a file that have come, and of how many; null where the server does not know yet. */
export interface Arrived {
  bytes: number
  total: number | null
}

/** Fetches a file, without renewing tokens. Gives up when nothing has come for 120 s, however long the whole takes. */
export async function requestFile(
  endpoint: WireEndpoint,
  parts: RequestParts,
  bearer: string | undefined,
  onProgress: (progress: Arrived) => void,
): Promise<{ content: Blob; name: string }> {
  const stalled = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(() => stalled.abort(), REQUEST_TIMEOUT_MS)
  }
  moved()
  try {
    const init = { method: endpoint.method, headers: headersOf(bearer), signal: stalled.signal }
    const response = await fetch(requestAddress(endpoint, parts), init)
    if (!response.ok) answerOf(endpoint, response.status, await response.text())
    const chunks: Uint8Array<ArrayBuffer>[] = []
    const total = Number(response.headers.get('content-length')) || null
    let bytes = 0
    for (let reader = response.body?.getReader(); reader; ) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      moved()
      bytes += value.length
      onProgress({ bytes, total })
    }
    const type = response.headers.get('content-type') ?? ''
    return { content: new Blob(chunks, { type }), name: fileNameOf(response.headers.get('content-disposition')) }
  } catch (error) {
    if (error instanceof ApiError) throw error
    throw stalled.signal.aborted ? timeoutError() : networkError()
  } finally {
    clearTimeout(timer)
  }
}
