import type { IncomingMessage } from 'node:http'
import { BODY_DEPTH, BODY_MS, BODY_PAUSE_MS } from '@ruam/contract/platform/constants.ts'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../core/api-error.ts'
import { OutsideBody } from '../core/outside-body.ts'
import { isDeeperThan } from '../core/outside-text.ts'
import { isForPrograms } from './errors.ts'
import { invalidJson, readProgramBody } from './strict-json.ts'

/** Milliseconds. */
export interface Patience {
  /** For a body as a whole, and for a pause in it. */
  body: number
  pause: number
}

export const usualPatience: Patience = { body: BODY_MS, pause: BODY_PAUSE_MS }

/**
 * JSON bodies, within the limit of their call and in time. Nothing else is read but multipart, by the calls that take it. Depth is counted
 * before the body is parsed: what comes after would go down as deep.
 */
export function readBodies(app: FastifyInstance, patience: Patience): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', (request, payload, done) => {
    const { bodyLimit } = request.routeOptions
    receive(payload, bodyLimit, patience).then((bytes) => {
      if (isForPrograms(request))
        readProgramBody(bytes, request.headers['content-encoding'], bodyLimit, isDeep).then(
          (body) => done(null, body),
          done,
        )
      else if (isDeep(bytes)) done(new ApiError('invalid_input', { fields: ['body'] }))
      else {
        const text = bytes.toString()
        parse(request, text, (error: Error | null, body?: unknown) => done(error && invalidJson(text), body))
      }
    }, done)
  })
}

/** Gives the calls of this scope their bodies unparsed, of any content type. */
export function rawBodies(app: FastifyInstance, patience: Patience = usualPatience): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (request, payload, done) => {
    receive(payload, request.routeOptions.bodyLimit, patience).then((bytes) => done(null, new OutsideBody(bytes)), done)
  })
}

/** The bytes of a body as the caller announces them; unlimited where only its end is known. */
export function announcedBytes({ headers }: Pick<IncomingMessage, 'headers'>): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
}

/** Throws too_large, too_slow, or invalid_input where the caller breaks off. */
function receive(payload: IncomingMessage, limit: number, patience: Patience): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const tooLarge = () => over(() => reject(new ApiError('too_large', { limit: shownBytes(limit) })))
    const tooSlow = () => over(() => reject(new ApiError('too_slow')))
    const brokenOff = () => over(() => reject(new ApiError('invalid_input')))
    const whole = () => over(() => resolve(Buffer.concat(parts, size)))
    const more = (part: Buffer) => {
      size += part.length
      if (size > limit) return tooLarge()
      parts.push(part)
      pause.refresh()
    }
    const pause = setTimeout(tooSlow, patience.pause)
    const total = setTimeout(tooSlow, patience.body)
    function over(settle: () => void) {
      clearTimeout(pause)
      clearTimeout(total)
      payload.off('data', more).off('end', whole).off('error', brokenOff).off('close', brokenOff)
      // A later error has no listener and must not crash the process.
      payload.on('error', () => {})
      settle()
    }
    payload.on('data', more).on('end', whole).on('error', brokenOff).on('close', brokenOff)
    const announced = Number(payload.headers?.['content-length'] ?? 0)
    if (announced > limit) tooLarge()
  })
}

/** As a refusal names a limit: 16 kB, 1 MB. */
const shownBytes = (bytes: number) =>
  bytes >= 1024 * 1024 ? `${bytes / 1024 / 1024} MB` : `${Math.round(bytes / 1024)} kB`

/** True if arrays and objects are nested deeper than in any body of ours. The parser detects invalid JSON. */
const isDeep = (bytes: Buffer): boolean => isDeeperThan(BODY_DEPTH, bytes)

/** Time for the rest of a request to arrive after its response was sent. */
const LEFTOVER_MS = 10_000

/**
 * Reads and discards the rest of a body, so that a caller who is still sending gets the response instead of a broken connection. Closes the
 * connection after a limit.
 */
export function passOverLeftovers(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete !== false || raw.destroyed) return
    const cut = setTimeout(() => raw.destroy(), LEFTOVER_MS)
    raw.once('close', () => clearTimeout(cut)).once('end', () => clearTimeout(cut))
    raw.resume()
  })
}
