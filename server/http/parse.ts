import type { Endpoint } from '@ruam/contract/platform/endpoint.ts'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { ApiError } from '../core/api-error.ts'
import { serialiserOf } from './serialise.ts'

/** Maximum reported problems of one request. */
const MAX_PROBLEMS = 50

/** The parts of a request as its call states them. Throws invalid_input, which names up to 50 faults. */
export function parse(endpoint: Endpoint, request: FastifyRequest) {
  const problems: string[] = []
  // A caller's own words come back: not all of a megabyte of them.
  const note = (part: string, path: PropertyKey[], keys: string[]) => {
    for (const key of keys.slice(0, MAX_PROBLEMS - problems.length)) {
      problems.push(
        [part, ...path.map(String), key]
          .filter((step) => step !== '')
          .join('.')
          .slice(0, 200),
      )
    }
  }
  const read = (part: 'params' | 'query' | 'body', value: unknown) => {
    const schema = endpoint[part]
    if (!schema) {
      const keys = typeof value === 'object' && value !== null ? Object.keys(value) : value === undefined ? [] : ['']
      note(part, [], keys)
      return undefined
    }
    const result = schema.safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues.slice(0, MAX_PROBLEMS)) {
      note(part, issue.path, issue.code === 'unrecognized_keys' ? issue.keys : [''])
    }
  }
  const parsed = {
    params: read('params', request.params),
    query: read('query', withoutEmptyKeys(request.query)),
    body: endpoint.upload || endpoint.raw ? undefined : read('body', request.body ?? undefined),
  }
  if (problems.length > 0)
    throw new ApiError(endpoint.permission === 'program' ? 'unprocessable' : 'invalid_input', { fields: problems })
  return parsed
}

/** The same; nothing where there is a fault. */
export function tryParse(endpoint: Endpoint, request: FastifyRequest) {
  try {
    return parse(endpoint, request)
  } catch {
    return undefined
  }
}

/** A query key without a value was not given; one that the call does not know is still refused. */
export function withoutEmptyKeys(query: unknown): unknown {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([key, value]) => [key, value === '' ? undefined : value]),
  )
}

/** An answer as its call states it; what the schema does not name is left out. */
export const checked = (endpoint: Endpoint, result: unknown) => stripped(endpoint, endpoint.response!, result)

const serialisers = new WeakMap<Endpoint, { write: ReturnType<typeof serialiserOf> }>()

/** The same as it travels. What a call has written is held to every format of its schema, before it is committed; what it has read to types. */
export function writtenQuery(endpoint: Endpoint, result: unknown): string {
  const known = serialisers.get(endpoint) ?? {
    write: endpoint.method === 'GET' ? serialiserOf(endpoint.response!) : undefined,
  }
  serialisers.set(endpoint, known)
  // The schema finds the fault of a response that the serialiser rejects.
  return known.write?.(result) ?? JSON.stringify(checked(endpoint, result))
}

/** The details of a stale edit, as its call states them. */
export const checkedCurrent = (endpoint: Endpoint, current: unknown) => ({
  current: stripped(endpoint, endpoint.stale!, current),
})

function stripped({ method, path }: Endpoint, schema: z.ZodType, value: unknown) {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new Error(`${method} ${path} broke its own contract: ${parsed.error.message}`)
}
