import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { TimedWork } from '../core/clock.ts'
import { databaseNow } from '../core/now.ts'
import { seal, unseal } from '../core/sealing.ts'
import type { Db } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import { routerOf } from '../servers/store-router.ts'
import { errorOf } from './errors.ts'
import { programOf } from './program-uses.ts'

/** Milliseconds between two writes. A killed process loses at most these requests. */
export const REQUEST_LOG_MS = 2000
/** Requests that wait at most; successful reads are dropped above half of it. */
const MAX_WAITING = 20_000
/** Longest body that is kept, in bytes. */
const LOGGED_BODY_BYTES = 64 * 1024
/** Successful reads of a store per second that are logged all; of further ones every tenth. */
const ALL_READS = 100
const SAMPLED_READS = 10

/** Facts of a request that its handler knows. */
interface Facts {
  items?: number
  failed?: number
  receipt?: number
  profile?: number | undefined
  /** True if an item was about an erased person: the body is not kept. */
  forgotten?: boolean
}

interface Logged extends Facts {
  store: number
  program: number
  at: string
  call: string
  status: number
  error: string | undefined
  ms: number
  request: string
  address: string
  /** JSON text. */
  text: string | undefined
}

const facts = new WeakMap<FastifyRequest, Facts>()

/** Notes what became of a request, for the log of its program. */
export const noteRequest = (request: FastifyRequest, noted: Facts): void => {
  facts.set(request, { ...facts.get(request), ...noted })
}

/** Owner of the sealed bodies of a credential. */
const ownerOf = (storeId: number, credential: number) => ({ storeId, subject: `program_request:${credential}` })

/** Encrypts the body of a request. */
export const sealBody = (secretKey: string, storeId: number, credential: number, text: string): Buffer =>
  seal(secretKey, ownerOf(storeId, credential), text)

/** Returns the body of a logged request as JSON text. */
export const openBody = (secretKey: string, storeId: number, credential: number, body: Buffer): string =>
  unseal(secretKey, ownerOf(storeId, credential), body)

interface Waiting {
  requests: Logged[]
  /** Successful reads by store in the present second. */
  second: number
  reads: Map<number, number>
}

const waiting = new WeakMap<pg.Pool, Waiting>()

function waitingOf(pool: pg.Pool): Waiting {
  const known = waiting.get(pool) ?? { requests: [], second: 0, reads: new Map() }
  waiting.set(pool, known)
  return known
}

/** Logs the requests of known programs. */
export function logRequests(app: FastifyInstance, core: Core): void {
  app.addHook('onResponse', async (request, reply) => {
    const program = programOf(request)
    const url = request.routeOptions.url
    if (!program || !url) return
    const { storeId: store, id } = program
    const state = waitingOf(routerOf(core).countingPool(store))
    const isRead = reply.statusCode < 400 && request.method === 'GET'
    if (isRead && (isSkipped(state, store) || state.requests.length >= MAX_WAITING / 2)) return
    if (state.requests.length >= MAX_WAITING) return
    state.requests.push({
      ...{ store, program: id, at: new Date(databaseNow()).toISOString() },
      ...{ call: `${request.method} ${url.replace(/:(\w+)/g, '{$1}')}`, status: reply.statusCode },
      ...{ error: errorOf(request), ms: Math.round(reply.elapsedTime), request: request.id, address: request.ip },
      ...{ profile: profileOf(request), ...facts.get(request) },
      text: bodyOf(request),
    })
  })
}

/** Returns the customer whom an address names. */
function profileOf({ params, routeOptions }: FastifyRequest): number | undefined {
  const { id } = Object(params) as { id?: string }
  return routeOptions.url?.startsWith('/open-api/v1/profiles/:id') && /^[1-9]\d{0,14}$/.test(id ?? '')
    ? Number(id)
    : undefined
}

/** True for a successful read that the sample leaves out. */
function isSkipped(state: Waiting, store: number): boolean {
  const second = Math.floor(databaseNow() / 1000)
  if (state.second !== second) {
    state.second = second
    state.reads.clear()
  }
  const reads = (state.reads.get(store) ?? 0) + 1
  state.reads.set(store, reads)
  return reads > ALL_READS && reads % SAMPLED_READS !== 0
}

/** Returns a body that was readable JSON and is short enough. */
function bodyOf({ body, headers }: FastifyRequest): string | undefined {
  if (body === null || typeof body !== 'object' || Buffer.isBuffer(body)) return undefined
  if (Number(headers['content-length'] ?? 0) > LOGGED_BODY_BYTES) return undefined
  const text = JSON.stringify(body)
  return Buffer.byteLength(text) > LOGGED_BODY_BYTES ? undefined : text
}

/** Writes the requests of this process. */
export async function writeRequests(pool: pg.Pool, secretKey: string): Promise<void> {
  const state = waitingOf(pool)
  const requests = state.requests.splice(0)
  if (requests.length === 0) return
  const bodies: Buffer[] = []
  const rows = requests.map(({ text, forgotten, ...row }) => {
    if (text === undefined || forgotten) return row
    bodies.push(sealBody(secretKey, row.store, row.program, text))
    return { ...row, body: bodies.length, bytes: Buffer.byteLength(text) }
  })
  try {
    await pool.query('select auth.log_requests($1, $2)', [JSON.stringify(rows), bodies])
  } catch (error) {
    state.requests.unshift(...requests)
    throw error
  }
}

/** Deletes the bodies of requests that had an item about an erased person. */
export async function forgetBodies(db: Db, storeId: number, receipts: readonly number[]): Promise<void> {
  if (receipts.length === 0) return
  await db
    .updateTable('program_request')
    .set({ body: null })
    .where('store_id', '=', storeId)
    .where('receipt_id', 'in', receipts)
    .where('body', 'is not', null)
    .execute()
}

/** Writes every few seconds. */
export const writeRequestsSteadily = (core: Pick<Core, 'pool' | 'config'>): TimedWork => ({
  name: 'request log',
  everyMs: REQUEST_LOG_MS,
  everyProcess: true,
  work: () => writeRequests(core.pool, core.config.secretKey),
})
