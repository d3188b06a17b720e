import { type IncomingMessage, request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { type CleanText, shortText } from './clean-text.ts'
import { type OutsideSchema, readOutside } from './outside-text.ts'
import { inSpan, traceHeaders } from './trace.ts'

/** The answer of another system. Its text is reached only through a schema. */
export interface OutsideReply {
  status: number
  ok: boolean
  bytes: Buffer
  header(name: string): CleanText | null
  /** Returns undefined if the answer is unreadable or does not match. */
  read<S extends z.ZodType>(schema: OutsideSchema<S>): z.output<S> | undefined
}

/** A call, in the words of `fetch`. It follows no redirect. */
export interface OutsideRequest {
  method?: string
  headers?: Record<string, string>
  body?: string | URLSearchParams | Uint8Array
  signal: AbortSignal
}

/** Graphemes of a header that are read. */
const HEADER_LENGTH = 200

/** Bytes of an answer: a thousand times those of a usual one. */
const MAX_REPLY_BYTES = 5_000_000

/** Calls another system and returns its whole answer. Node's `fetch` takes three times the CPU, and more memory. */
export async function callOutside(
  url: string,
  sent: OutsideRequest,
  maxBytes = MAX_REPLY_BYTES,
): Promise<OutsideReply> {
  // An address may name a person.
  const attributes = { 'server.address': new URL(url).hostname }
  return inSpan('outgoing', 'client', attributes, async (span) => {
    const reply = await call(url, sent, maxBytes)
    span?.set({ 'http.response.status_code': reply.status })
    return reply
  })
}

async function call(url: string, sent: OutsideRequest, maxBytes: number): Promise<OutsideReply> {
  const answer = await answerOf(url, sent)
  const status = answer.statusCode!
  if (REDIRECTS.has(status)) {
    answer.destroy()
    throw new Error('The answer leads to another address')
  }
  const bytes = await bytesOf(answer, maxBytes)
  return {
    status,
    ok: status >= 200 && status < 300,
    bytes,
    header(name) {
      const value = answer.headers[name]
      return value === undefined ? null : shortText([value].flat().join(', '), HEADER_LENGTH)
    },
    read: (schema) => readOutside(bytes, schema),
  }
}

/** A file of another system, whose reader bounds its bytes and the time between them. */
export interface OutsideFile {
  status: number
  body: Readable
}

/** Calls another system for a file. The signal also ends the body. */
export async function streamOutside(url: string, sent: OutsideRequest): Promise<OutsideFile> {
  const answer = await answerOf(url, sent)
  const status = answer.statusCode!
  if (!REDIRECTS.has(status)) return { status, body: answer }
  answer.destroy()
  throw new Error('The answer leads to another address')
}

const REDIRECTS = new Set([301, 302, 303, 307, 308])

function answerOf(url: string, { method = 'GET', headers, body, signal }: OutsideRequest): Promise<IncomingMessage> {
  const request: typeof requestPlain = url.startsWith('https:') ? requestSecure : requestPlain
  const bytes = body instanceof Uint8Array ? body : body === undefined ? undefined : Buffer.from(body.toString())
  const given = {
    accept: '*/*',
    'user-agent': 'node',
    ...(body instanceof URLSearchParams && { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }),
    ...(bytes && { 'content-length': bytes.length }),
    ...traceHeaders(),
    ...headers,
  }
  return new Promise((resolve, reject) => {
    request(url, { method, headers: given, signal }, resolve).on('error', reject).end(bytes)
  })
}

async function bytesOf(answer: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer) {
    size += part.length
    if (size > maxBytes) throw new Error('The answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
