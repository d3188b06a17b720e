import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '../core/api-error.ts'

/** Output folder of the web build. */
export const builtWeb = fileURLToPath(new URL('../../web/dist', import.meta.url))

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  // Mantine writes its variables into style elements.
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Addresses that never are a page: calls, files and the socket. */
const NO_PAGE = /^\/(api|open-api|webhook|media|assets|socket)(?![\w-])/

/**
 * Serves the web built into a folder with its brotli files; every other address that is no call gets the page, which knows the
 * routes. Without a folder there are only calls.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined): Promise<void> {
  const built = folder !== undefined && existsSync(`${folder}/index.html`)
  if (built) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      index: false,
      // A route a file: every other address falls through to the page.
      wildcard: false,
      setHeaders(reply, path) {
        reply.header('content-security-policy', policy)
        reply.header(
          'cache-control',
          /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!built || request.method !== 'GET' || NO_PAGE.test(request.url)) throw new ApiError('not_found')
    return reply.type('text/html').sendFile('index.html')
  })
}
