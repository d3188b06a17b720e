import { Readable } from 'node:stream'
import type { ErrorName } from '@ruam/contract/errors/catalog.ts'
import { REQUEST_TIMEOUT_MS } from '@ruam/contract/platform/constants.ts'
import { bodyBytesOf, type Download, type Endpoint, type Feature } from '@ruam/contract/platform/endpoint.ts'
import type { DetailsOf } from '@ruam/contract/platform/sentence.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from './api-error.ts'
import { auditOnce } from './audit.ts'
import {
  type AuthContext,
  admitBody,
  anonymous,
  authorizeFirst,
  type Bearer,
  type Caller,
  countCall,
  hasLargeBody,
  readBearer,
  withAuthTransaction,
} from './authorize.ts'
import type { Core } from './core.ts'
import { type Db, isOutage, onConnection } from './db.ts'
import { logForbidden } from './forbidden-log.ts'
import type { Context, Handler } from './handler.ts'
import { languageOf } from './language.ts'
import { asksForMuch, newTurns, writtenInSlices } from './large-answers.ts'
import { checked, checkedCurrent, parse, tryParse, written } from './parse.ts'
import {
  type PipelinedRead,
  type ReadContext,
  type ReadRequest,
  runPipelined,
  runSequential,
} from './pipelined-read.ts'
import { receiveUpload, type Upload } from './upload.ts'

export type Handlers<F extends Feature> = {
  [K in keyof F]: Handler<F[K]> | PipelinedRead<F[K]>
}

export type Routes = (app: FastifyInstance, core: Core) => void

/** Ties a feature's contract to its handlers; a missing or extra handler does not compile. */
export function implement<F extends Feature>(feature: F, handlers: Handlers<F>): Routes {
  return (app, core) => {
    for (const [name, endpoint] of Object.entries<Endpoint>(feature)) {
      const handler = handlers[name] as unknown as Handler<Endpoint> | PipelinedRead<Endpoint>
      const note = (request: FastifyRequest) => async (error: unknown) => {
        throw await logForbidden(core, endpoint, request, error)
      }
      app.route({
        method: endpoint.method,
        url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
        bodyLimit: bodyBytesOf(endpoint),
        // Files take as long as their line is slow.
        ...(!endpoint.upload && !endpoint.download && { handlerTimeout: REQUEST_TIMEOUT_MS }),
        onRequest: (request) => admitBody(core, endpoint, request).catch(note(request)),
        handler: (request, reply) => answer(core, endpoint, handler, request, reply).catch(note(request)),
      })
    }
  }
}

const oneByOne = newTurns()

async function answer(
  core: Core,
  endpoint: Endpoint,
  handler: Handler<Endpoint> | PipelinedRead<Endpoint>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const begin = readBearer(endpoint, request)
  const counted = { yet: false }
  const received = tryParse(endpoint, request)
  const much = received !== undefined && asksForMuch(received)
  if (typeof handler !== 'function' && begin?.cached && received && !much && !hasLargeBody(endpoint, request)) {
    const result = await answerAtOnce(core, endpoint, handler, request, received, begin, counted)
    if (result !== undefined) return await sendJson(reply, written(endpoint, result))
  }
  const handle = typeof handler === 'function' ? handler : inTurn(handler)
  let upload: Upload | undefined
  let entry = anonymous
  if (begin !== undefined && (endpoint.upload || endpoint.transaction === false))
    entry = await authorizeFirst(core, endpoint, request, begin)
  if (endpoint.upload) upload = await receiveUpload(request, core.storage, entry.storeId, endpoint)
  const work = async (db: Db | undefined, { user, storeId }: AuthContext) => {
    const context = {
      // An invalid request is refused only here: its faults are named only to callers with the right.
      ...(received ?? parse(endpoint, request)),
      core,
      db,
      storeId,
      user,
      upload,
      language: languageOf(request),
      request,
      reply,
      fail,
      stale: endpoint.stale && ((current: unknown) => new ApiError('stale_edit', checkedCurrent(endpoint, current))),
      audit:
        endpoint.audit && db && user && storeId > 0
          ? auditOnce(db, storeId, user, { requestId: request.id, action: endpoint.audit })
          : undefined,
    } as unknown as Context<Endpoint>
    const result = await handle(context)
    if (endpoint.download || endpoint.redirect) return result
    // Before the commit: an answer that breaks its own schema is our fault and must change nothing.
    if (!endpoint.response) return undefined
    const check = (answer: unknown) => checked(endpoint, answer)
    return (await writtenInSlices(result, check)) ?? written(endpoint, result)
  }
  try {
    // Without a transaction no connection is held while the handler asks for one: if sixteen sign-ins did, they would wait for
    // each other for ever.
    const asked = counted.yet || endpoint.upload !== undefined || hasLargeBody(endpoint, request)
    const called = () =>
      begin === undefined || endpoint.transaction === false
        ? work(undefined, entry)
        : withAuthTransaction(core.pool, endpoint, request, begin, async (client, called) => {
            if (!asked) countCall(core, endpoint, request, called.user)
            return work(onConnection(client), called)
          })
    const sent = await (much ? oneByOne(request.headers.authorization ?? request.ip, called) : called())
    if (endpoint.download) return await sendFile(reply, sent as unknown as Download)
    if (endpoint.redirect) return await reply.redirect(sent as unknown as string, 302)
    if (!endpoint.response) return await reply.code(204).send()
    return await sendJson(reply, sent as string | Buffer)
  } catch (error) {
    // After an outage it is not known whether the row that names it was committed.
    if (upload && !isOutage(error)) await core.storage.remove(upload.key)
    throw error
  }
}

const fail = <N extends ErrorName>(refusal: N, ...details: DetailsOf<N>) => new ApiError(refusal, ...details)

/** What a call that states its reads answers to whom we know already; nothing when it takes the ordinary way. */
async function answerAtOnce(
  core: Core,
  endpoint: Endpoint,
  reading: PipelinedRead<Endpoint>,
  request: FastifyRequest,
  received: ReturnType<typeof parse>,
  begin: Bearer,
  counted: { yet: boolean },
): Promise<unknown> {
  const { userId, storeId } = begin.cached!
  const asked = { ...received, userId, storeId: storeId ?? 0, language: languageOf(request) } as ReadRequest<Endpoint>
  const reads = reading.reads(asked)
  if (!reads) return undefined
  // Before the work is done. The person of a token never changes.
  countCall(core, endpoint, request, { kind: 'person', id: userId })
  counted.yet = true
  const read = await runPipelined(core.readPool, endpoint, request, begin, reads)
  return read && reading.answer(read.found, { ...asked, user: read.entry.user!, fail })
}

/** The ordinary way of a call that states its reads. */
function inTurn(reading: PipelinedRead<Endpoint>): Handler<Endpoint> {
  return async (context) => {
    if (reading.fallback) return reading.fallback(context)
    const asked = { ...context, userId: (context.user as unknown as Caller).id } as unknown as ReadContext<Endpoint>
    return reading.answer(await runSequential(context.db as unknown as Db, reading.reads(asked)!), asked)
  }
}

const sendJson = (reply: FastifyReply, json: string | Buffer) =>
  reply.type('application/json; charset=utf-8').send(json)

/** Under the name a person knows it by (RFC 6266), in every alphabet. */
function sendFile(reply: FastifyReply, { file_name, content_type, content, size }: Download) {
  if (size !== undefined) reply.header('content-length', size)
  return reply
    .type(content_type)
    .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file_name)}`)
    .send(Readable.from(content, { objectMode: false }))
}
