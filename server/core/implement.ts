import { Readable } from 'node:stream'
import { BODY_BYTES, REQUEST_TIMEOUT_MS } from '@ruam/contract/constants.ts'
import {
  type Access,
  type Answered,
  bodyLimitOf,
  budgetOf,
  type Declared,
  type Download,
  type Endpoint,
  type Feature,
  type Received,
} from '@ruam/contract/endpoint.ts'
import type { ErrorName, Language } from '@ruam/contract/errors.ts'
import { mayOpen, type Permission, type Rights } from '@ruam/contract/permissions.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { type AuditEntry, audit } from './audit.ts'
import { announcedBytes } from './body.ts'
import type { CallLimits } from './call-limits.ts'
import type { Config } from './config.ts'
import { type Db, isOutage, onConnection, transaction } from './db.ts'
import type { Jobs } from './jobs.ts'
import { languageOf } from './language.ts'
import { asksForMuch, newTurns, writtenInSlices } from './large-answers.ts'
import { Refusal } from './refusal.ts'
import { noteRefusal, rememberCaller } from './refused.ts'
import type { Storage } from './storage.ts'
import { hashOf } from './tokens.ts'
import { receiveUpload, type Upload } from './upload.ts'

/** What the whole server shares, made once by main.ts. */
export interface Core {
  config: Config
  /** Connections of the application role. Outside a call's transaction they see no store. */
  pool: pg.Pool
  jobs: Pick<Jobs, 'enqueue'>
  storage: Storage
  /** None where nobody counts: in most tests. */
  limits?: CallLimits
}

/** Who calls. */
export interface Caller {
  id: number
  sessionId: number
  rights: Rights
}

type Always = 'invalid_input' | 'not_found' | 'forbidden'

export type Context<E extends Endpoint> = Received<E> & {
  core: Core
  /**
   * The transaction of this call; in it the wall is open for this store alone. Calls that are open to everybody have none, nor have
   * those that work apart: they go through the door's functions, each a transaction of its own.
   */
  db: WithoutTransaction<E> extends true ? undefined : Db
  /** 0 where the call has no store. */
  storeId: number
  user: E['permission'] extends 'public' ? undefined : Caller
  upload: E['upload'] extends 'multipart' ? Upload : undefined
  language: Language
  request: FastifyRequest
  reply: FastifyReply
  /** A refusal to throw. Only errors that the contract declares for this endpoint compile. */
  fail(name: Declared<E> | Always, details?: Record<string, unknown>): Refusal
  /** Writes down what this call did, in its transaction. */
  audit: WithoutTransaction<E> extends true ? undefined : (entry: AuditEntry) => Promise<void>
}

type WithoutTransaction<E extends Endpoint> = E['permission'] extends 'public'
  ? true
  : E['apart'] extends true
    ? true
    : false

export type Handlers<F extends Feature> = {
  [K in keyof F]: (context: Context<F[K]>) => Promise<Answered<F[K]>> | Answered<F[K]>
}

export type Routes = (app: FastifyInstance, core: Core) => void

interface Entered {
  user_id: number
  session_id: number
  store_id: number | null
  roles: string[]
  permissions: string[]
  dpa_status: string | null
}

/** Ties a feature's contract to its handlers; a missing or extra handler does not compile. */
export function implement<F extends Feature>(feature: F, handlers: Handlers<F>): Routes {
  return (app, core) => {
    for (const [name, endpoint] of Object.entries<Endpoint>(feature)) {
      const handle = handlers[name] as unknown as (context: Context<Endpoint>) => unknown
      const note = (request: FastifyRequest) => async (error: unknown) => {
        throw await noteRefusal(core, endpoint, request, error)
      }
      app.route({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
        bodyLimit: bodyLimitOf(endpoint),
        // Files take as long as their line is slow.
        ...(!endpoint.upload && !endpoint.download && { handlerTimeout: REQUEST_TIMEOUT_MS }),
        onRequest: (request) => admitBody(core, endpoint, request).catch(note(request)),
        handler: (request, reply) => answer(core, endpoint, handle, request, reply).catch(note(request)),
      })
    }
  }
}

const inTurn = newTurns()

/** Before a body is read: nobody's never is, where a call needs somebody, and a large one only of whoever may make the call. */
async function admitBody(core: Core, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const begin = beginning(endpoint, request)
  if (begin !== undefined && hasLargeBody(endpoint, request)) await askFirst(core, endpoint, request, begin)
}

const hasLargeBody = (endpoint: Endpoint, request: FastifyRequest) =>
  endpoint.method !== 'GET' && !endpoint.upload && announcedBytes(request.raw) > BODY_BYTES

/** The door in a transaction of its own, so that none stays open while a slow line sends its bytes. */
function askFirst(core: Core, endpoint: Endpoint, request: FastifyRequest, begin: string): Promise<Entry> {
  return transaction(core.pool, begin, async (_, opened) => {
    const entry = enter(endpoint, request, opened)
    count(core, endpoint, request, entry)
    return entry
  })
}

/** Counts the call against the budget of whoever makes it. */
function count({ limits }: Core, endpoint: Endpoint, request: FastifyRequest, { user }: Entry): void {
  if (user) limits?.take(user.id, budgetOf(endpoint, request.query as Record<string, unknown>))
}

async function answer(
  core: Core,
  endpoint: Endpoint,
  handle: (context: Context<Endpoint>) => unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const begin = beginning(endpoint, request)
  let upload: Upload | undefined
  let entry = everybody
  if (begin !== undefined && (endpoint.upload || endpoint.apart)) entry = await askFirst(core, endpoint, request, begin)
  if (endpoint.upload) upload = await receiveUpload(request, core.storage, entry.storeId)
  const work = async (db: Db | undefined, { user, storeId }: Entry) => {
    const context = {
      ...parse(endpoint, request),
      core,
      db,
      storeId,
      user,
      upload,
      language: languageOf(request),
      request,
      reply,
      fail: (refusal: ErrorName, details?: Record<string, unknown>) => new Refusal(refusal, details),
      audit: db && ((entry: AuditEntry) => audit(db, storeId, user?.id ?? null, request.id, entry)),
    } as unknown as Context<Endpoint>
    const result = await handle(context)
    if (endpoint.download) return result
    // Before the commit: an answer that breaks its own schema is our fault and must change nothing.
    if (!endpoint.response) return undefined
    const check = (answer: unknown) => checked(endpoint, answer)
    return (await writtenInSlices(result, check)) ?? check(result)
  }
  try {
    // Without a transaction no connection is held while the handler asks for one: if sixteen sign-ins did, they would wait for
    // each other for ever.
    const asked = endpoint.upload !== undefined || hasLargeBody(endpoint, request)
    const called = () =>
      begin === undefined || endpoint.apart
        ? work(undefined, entry)
        : transaction(core.pool, begin, async (client, opened) => {
            const called = enter(endpoint, request, opened)
            if (!asked) count(core, endpoint, request, called)
            return work(onConnection(client), called)
          })
    const sent = await (asksForMuch(request.query)
      ? inTurn(request.headers.authorization ?? request.ip, called)
      : called())
    if (Buffer.isBuffer(sent)) return await reply.type('application/json; charset=utf-8').send(sent)
    if (endpoint.download) return await sendFile(reply, sent as Download)
    if (!endpoint.response) return await reply.code(204).send()
    return sent
  } catch (error) {
    // After an outage it is not known whether the row that names it was committed.
    if (upload && !isOutage(error)) await core.storage.remove(upload.key)
    throw error
  }
}

/** Under the name a person knows it by (RFC 6266), in every alphabet. */
function sendFile(reply: FastifyReply, { file_name, content_type, content }: Download) {
  return reply
    .type(content_type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`)
    .send(Readable.from(content, { objectMode: false }))
}

/** `begin` and the door in one round trip; reads get one snapshot for the count and the page. None where nobody signs in. */
function beginning(endpoint: Endpoint, request: FastifyRequest): string | undefined {
  if (endpoint.permission === 'public') return undefined
  // A download is written into the audit log.
  const reads = endpoint.method === 'GET' && !endpoint.download
  const begin = reads ? 'begin isolation level repeatable read read only' : 'begin'
  const token = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1]
  if (!token) throw new Refusal('signed_out')
  return `${begin}; select * from door.enter('\\x${hashOf(token).toString('hex')}')`
}

interface Entry {
  user: Caller | undefined
  /** 0 where the call has no store. */
  storeId: number
}

const everybody: Entry = { user: undefined, storeId: 0 }

function enter(endpoint: Endpoint, request: FastifyRequest, opened: pg.QueryResult[]): Entry {
  const access = endpoint.permission as Exclude<Access, 'public'>
  const entered = opened[1]?.rows[0] as Entered | undefined
  if (!entered) throw new Refusal('signed_out')
  const user: Caller = {
    id: entered.user_id,
    sessionId: entered.session_id,
    rights: { roles: entered.roles, permissions: entered.permissions },
  }
  // One kind of token each: a person's opens no call of a store, and a store's none of the person, who has other stores.
  if ((access === 'person') !== (entered.store_id === null)) throw new Refusal('signed_out')
  if (access === 'person' || entered.store_id === null) return { user, storeId: 0 }
  rememberCaller(request, { storeId: entered.store_id, userId: user.id })
  if (entered.dpa_status !== 'found' && !endpoint.beforeDpa) throw new Refusal('dpa_required')
  const anyOf = access === 'member' ? [] : typeof access === 'string' ? [access] : (access as readonly Permission[])
  if (!mayOpen(user.rights, anyOf)) throw new Refusal('forbidden', { permission: anyOf.join('|') })
  return { user, storeId: entered.store_id }
}

/** How many faults of one request are named. */
const MAX_PROBLEMS = 50

function parse(endpoint: Endpoint, request: FastifyRequest) {
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
    query: read('query', given(request.query)),
    body: endpoint.upload ? undefined : read('body', request.body ?? undefined),
  }
  if (problems.length > 0) throw new Refusal('invalid_input', { fields: problems })
  return parsed
}

/** A query key without a value was not given; one that the call does not know is still refused. */
export function given(query: unknown): unknown {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([key, value]) => [key, value === '' ? undefined : value]),
  )
}

function checked(endpoint: Endpoint, result: unknown) {
  const parsed = endpoint.response!.safeParse(result)
  if (parsed.success) return parsed.data
  throw new Error(`${endpoint.method} ${endpoint.path} broke its own contract: ${parsed.error.message}`)
}
