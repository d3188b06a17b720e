import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import { WEB_BUILD_HEADER } from '@ruam/contract/platform/constants.ts'
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
  // Videos and sounds of messages; blobs: a chosen video before its upload.
  "media-src 'self' blob:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** Addresses that never are a page: calls, files and the socket. */
const NO_PAGE = /^\/(api|open-api|webhook|media|l|d|assets|socket|client\.tgz)(?![\w-])/

/** Takes the place of the service worker where it is switched off: removes its files and itself. */
const noWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith('ruam-web-')) await caches.delete(name)
  await registration.unregister()
})()))
`

/**
 * Serves the web built into a folder with its brotli files; every other address that is no call gets the page, which knows the
 * routes. Without a folder there are only calls. Every answer names the build, so that older pages notice it.
 */
export async function serveWeb(app: FastifyInstance, folder: string | undefined, serviceWorker = true): Promise<void> {
  const built = folder !== undefined && existsSync(`${folder}/index.html`)
  if (built) {
    const build = /<script type="module"[^>]* src="([^"]+)"/.exec(readFileSync(`${folder}/index.html`, 'utf8'))?.[1]
    if (build)
      app.addHook('onSend', async (_request, reply) => {
        reply.header(WEB_BUILD_HEADER, build)
      })
    if (!serviceWorker)
      app.addHook('onRequest', async (request, reply) => {
        if (request.url === '/sw.js')
          return reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(noWorker)
      })
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
