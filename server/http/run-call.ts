import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { type Answered, type Endpoint, isRefusedWhenFull } from '@ruam/contract/platform/endpoint.ts'
import type { DetailsOf } from '@ruam/contract/platform/sentence.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { type Principal, userIdOf } from '../core/principal.ts'
import { isOutage } from '../core/sqlstate.ts'
import { type Db, inStore, onConnection } from '../database/db.ts'
import type { Core } from '../servers/core.ts'
import { auditOnce } from './audit.ts'
import {
  type AuthContext,
  anonymous,
  authorizeFirst,
  type Bearer,
  countCall,
  hasLargeBody,
  readBearer,
  withAuthTransaction,
} from './authorize.ts'
import type { Context, Handler } from './handler.ts'
import { refuseStale, refuseUnmatched } from './if-match.ts'
import { languageOf } from './language.ts'
import { isLargeRequest, newTurns, writtenInSlices } from './large-answers.ts'
import { checked, checkedCurrent, parse, writtenQuery } from './parse.ts'
import {
  type PipelinedRead,
  type ReadContext,
  type ReadRequest,
  runPipelined,
  runSequential,
} from './pipelined-read.ts'
import { type DisclosedValues, disclosedBy, type ExpectedTrace, NeedsTrace, writeTrace } from './read-trace.ts'
import { runStaged } from './staged-read.ts'
import { cacheTraced } from './token-cache.ts'
import { receiveUpload, type Upload } from './upload.ts'

/** One call on its way through the server. */
interface Call {
  core: Core
  endpoint: Endpoint
  request: FastifyRequest
  reply: FastifyReply
  /** Undefined for a call that is open to everyone. */
  bearer: Bearer | undefined
  /** The parsed request. Undefined if it is invalid; only an authorized caller gets that error. */
  received: ReturnType<typeof parse> | undefined
  /** True if the call is already counted against its caller's limit. */
  counted: boolean
  /** True for a read that only makes a tag. Its answer is not sent. */
  unseen?: true
  /** Values that an error shows after its transaction was rolled back. */
  rolledBack?: DisclosedValues | undefined
}

export type AnyHandler = Handler<Endpoint> | PipelinedRead<Endpoint>

const handlers = new WeakMap<Endpoint, AnyHandler>()

/** Keeps the handler of a call, for writes that are conditional by its answer. */
export const noteHandler = (endpoint: Endpoint, handler: AnyHandler) => handlers.set(endpoint, handler)

/** Large pages are built one at a time, so that they don't block small calls. */
const oneAtATime = newTurns()

/** Runs the call and returns what `respond` sends: serialised JSON, or the result of a download, redirect or page. */
export async function runCall(call: Call, handler: AnyHandler): Promise<unknown> {
  if (typeof handler === 'function') return runHandler(call, handler)
  const found = await runInOneRoundTrip(call, handler)
  return found === undefined ? runHandler(call, sequential(handler)) : found()
}

/** Runs a pipelined read for a cached token. Returns its serialised answer, or undefined if the call needs a transaction instead. */
async function runInOneRoundTrip(
  call: Call,
  read: PipelinedRead<Endpoint>,
): Promise<(() => string | undefined) | undefined> {
  const { core, endpoint, request, bearer, received } = call
  if (!bearer?.cached || !received || isLargeRequest(received) || hasLargeBody(endpoint, request)) return undefined
  const { by, storeId } = bearer.cached
  const asked = {
    ...received,
    userId: userIdOf(by) ?? 0,
    storeId: storeId ?? 0,
    language: languageOf(request),
  } as ReadRequest<Endpoint>
  const statements = read.reads(asked)
  if (!statements && !read.staged) return undefined
  // Counted before any work. The caller of a token never changes.
  await countCall(core, endpoint, request, by)
  call.counted = true
  const known = ({ user }: AuthContext) => ({ ...asked, user: user!, fail }) as ReadContext<Endpoint>
  if (!statements) {
    const staged = await read.staged!(asked, core)
    if (!staged) return undefined
    const made = (result: Answered<Endpoint>) => once(() => writtenQuery(endpoint, result))
    return runStaged(core.readPool, endpoint, request, bearer, staged, { contextOf: known, made })
  }
  const trace = read.trace && ((expected: ExpectedTrace) => read.trace!(asked, expected))
  return runPipelined(core.readPool, endpoint, request, bearer, { reads: statements, trace }, (entry, found) => {
    const result = read.answer(found, known(entry))
    return result === undefined ? undefined : once(() => writtenQuery(endpoint, result))
  })
}

/** Returns a function that calls `make` the first time alone. */
function once<T>(make: () => T): () => T {
  let made: { result: T } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}

/** Returns the handler that runs a pipelined read inside an open transaction. */
function sequential(read: PipelinedRead<Endpoint>): Handler<Endpoint> {
  return async (context) => {
    if (read.fallback) return read.fallback(context)
    const userId = userIdOf(context.user as unknown as Principal) ?? 0
    const asked = { ...context, userId } as unknown as ReadContext<Endpoint>
    return read.answer(await runSequential(context.db as unknown as Db, read.reads(asked)!), asked)
  }
}

/** Authorizes the call and runs its handler, in one transaction unless the contract says otherwise. */
async function runHandler(call: Call, handler: Handler<Endpoint>): Promise<unknown> {
  const { core, endpoint, request, bearer, received } = call
  const outside = bearer === undefined || endpoint.transaction === false
  let context = anonymous
  if (bearer && (endpoint.upload || outside)) context = await authorizeFirst(core, endpoint, request, bearer)
  if (endpoint.upload) await refuseIfFull(core, endpoint)
  const upload = endpoint.upload && (await receiveUpload(request, core.storage, context.storeId, endpoint))
  const counted = call.counted || endpoint.upload !== undefined || hasLargeBody(endpoint, request)
  const run = (): Promise<unknown> =>
    // A handler without a transaction holds no connection: sixteen waiting sign-ins would deadlock the pool.
    outside
      ? handle(call, handler, undefined, context, upload)
      : withAuthTransaction(core.pool, endpoint, request, bearer, async (client, authorized) => {
          if (!counted) await countCall(core, endpoint, request, authorized.user)
          const result = await handle(call, handler, onConnection(client), authorized, upload)
          await refuseStale(call, (read, asked) => readAgain(call, read, asked))
          return result
        })
  const runTraced = () =>
    run().catch((error: unknown) => {
      if (!(error instanceof NeedsTrace)) throw error
      // Nothing was written: the read is repeated in a transaction that may.
      bearer!.cached = cacheTraced(bearer!.token, error.caller)
      return run()
    })
  try {
    const large = received !== undefined && isLargeRequest(received)
    return await (large ? oneAtATime(request.headers.authorization ?? request.ip, runTraced) : runTraced())
  } catch (error) {
    if (call.rolledBack) {
      const shown = call.rolledBack
      await inStore(core.pool, shown.storeId, (own) => writeTrace(own, shown))
    }
    // After an outage the row that names the file may have been committed.
    if (upload && !isOutage(error)) await core.storage.remove(upload.key)
    throw error
  }
}

/** Returns the answer of a read to the caller of a write, by a connection that does not see the write. */
function readAgain({ core, reply }: Call, endpoint: Endpoint, request: FastifyRequest): Promise<string | Buffer> {
  const bearer = readBearer(endpoint, request)!
  const received = parse(endpoint, request)
  const call: Call = { core, endpoint, request, reply, bearer, received, counted: true, unseen: true }
  const handler = handlers.get(endpoint)!
  return withAuthTransaction(core.readPool, endpoint, request, bearer, async (client, authorized) => {
    // A write that locks a whole table would wait for itself.
    await client.query("set local lock_timeout = '2s'")
    const read = typeof handler === 'function' ? handler : sequential(handler)
    return handle(call, read, onConnection(client), authorized, undefined) as Promise<string | Buffer>
  })
}

/** Throws disk_full for a call that adds data while the disk is almost full. */
async function refuseIfFull({ disk }: Core, endpoint: Endpoint): Promise<void> {
  if (isRefusedWhenFull(endpoint) && (await disk?.isFull())) throw new ApiError('disk_full')
}

const fail = <N extends ErrorName>(name: N, ...details: DetailsOf<N>) => new ApiError(name, ...details)

/** Calls the handler and serialises its result before the commit: a result that breaks the contract changes nothing. */
async function handle(
  call: Call,
  handler: Handler<Endpoint>,
  db: Db | undefined,
  { user, storeId }: AuthContext,
  upload: Upload | undefined,
): Promise<unknown> {
  const { core, endpoint, request, reply, received } = call
  if (!upload) await refuseIfFull(core, endpoint)
  refuseUnmatched(call)
  const work = async () =>
    handler({
      // Throws for an invalid request only here: its faults are named only to callers with the right.
      ...(received ?? parse(endpoint, request)),
      core,
      db,
      storeId,
      user,
      upload,
      outside: endpoint.raw ? request.body : undefined,
      language: languageOf(request),
      request,
      reply,
      fail,
      stale: endpoint.stale && ((current: unknown) => new ApiError('stale_edit', checkedCurrent(endpoint, current))),
      audit:
        endpoint.audit && db && user && storeId > 0
          ? auditOnce(db, storeId, user, { requestId: request.id, action: endpoint.audit })
          : undefined,
    } as unknown as Context<Endpoint>)
  const entry = { user, storeId }
  const result = await work().catch((error: unknown) => {
    // A stale edit answers with the record of now.
    if (error instanceof ApiError && error.errorName === 'stale_edit')
      call.rolledBack = disclosedBy(endpoint, request, entry)
    throw error
  })
  if (endpoint.download || endpoint.redirect || endpoint.page) {
    await traceCall(call, db, entry)
    return result
  }
  if (!endpoint.response) return undefined
  const answer = (await writtenInSlices(result, (part) => checked(endpoint, part))) ?? writtenQuery(endpoint, result)
  await traceCall(call, db, entry)
  return answer
}

/** Writes what the answer shows: in the transaction of the call, or in one of its own if it has none. */
async function traceCall({ core, endpoint, request, bearer, unseen }: Call, db: Db | undefined, entry: AuthContext) {
  if (unseen) return
  const shown = disclosedBy(endpoint, request, entry)
  if (!shown) return
  if (!db) return inStore(core.pool, entry.storeId, (own) => writeTrace(own, shown))
  const { kind, id } = shown.viewer
  if (bearer!.reads && !bearer!.cached?.traced) throw new NeedsTrace({ by: { kind, id }, storeId: entry.storeId })
  await writeTrace(db, shown)
}
