import { createHash } from 'node:crypto'
import type { ReceiptKind } from '@ruam/contract/imports/items.ts'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '../../core/api-error.ts'
import type { Receipt } from '../../ingest/receipts/receipts.ts'

interface Idempotency {
  key: string
  bodyHash: Buffer
}

/** Printable ASCII, as in the header's draft standard. */
const KEY = /^[\x21-\x7e]{1,255}$/

/** Returns the idempotency key of a request with the hash of what it asks for. Throws unprocessable for an unusable key. */
export function idempotencyOf(request: FastifyRequest, kind: ReceiptKind, body: string): Idempotency | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !KEY.test(key))
    throw new ApiError('unprocessable', { fields: ['headers.idempotency-key'] })
  return { key, bodyHash: createHash('sha256').update(`${kind} ${body}`).digest() }
}

/** Checks that a request repeats the one that used its key. */
export function checkRepeated(first: Receipt, { bodyHash }: Idempotency): void {
  if (!first.body_hash?.equals(bodyHash)) throw new ApiError('idempotency_conflict')
}
