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

/** Graphemes of a header that are read. */
const HEADER_LENGTH = 200

/** Bytes of an answer: a thousand times those of a usual one. */
const MAX_REPLY_BYTES = 5_000_000

/**
 * Calls another system and returns its whole answer. The only use of fetch (`tools/check-doors.ts`). The trace goes along; the address may name a
 * person, so that its span has the host alone.
 */
export async function callOutside(url: string, init: RequestInit, maxBytes = MAX_REPLY_BYTES): Promise<OutsideReply> {
  const attributes = { 'server.address': new URL(url).hostname }
  return inSpan('outgoing', 'client', attributes, async (span) => {
    const reply = await call(url, { ...init, headers: { ...traceHeaders(), ...(init.headers as object) } }, maxBytes)
    span?.set({ 'http.response.status_code': reply.status })
    return reply
  })
}

async function call(url: string, init: RequestInit, maxBytes: number): Promise<OutsideReply> {
  const reply = await fetch(url, init)
  const bytes = await bytesOf(reply, maxBytes)
  return {
    status: reply.status,
    ok: reply.ok,
    bytes,
    header(name) {
      const value = reply.headers.get(name)
      return value === null ? null : shortText(value, HEADER_LENGTH)
    },
    read: (schema) => readOutside(bytes, schema),
  }
}

async function bytesOf(reply: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of reply.body ?? []) {
    size += part.length
    if (size > maxBytes) throw new Error('The answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
