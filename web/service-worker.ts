// The service worker: answers with the files of the web from a cache, so that a screen opens without a network. Built as /sw.js by
// `service-worker-build.ts`. Each build has its own cache, and the one before stays for pages that are still open.

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void
}
interface RequestEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate', listen: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listen: (event: RequestEvent) => void): void
  skipWaiting(): Promise<void>
  readonly clients: { claim(): Promise<void> }
}

/** Written in by the build: its number, the header that names it, and its files. */
declare const BUILD: string
declare const BUILD_HEADER: string
declare const FILES: readonly string[]

const worker = globalThis as unknown as WorkerScope
const PREFIX = 'ruam-web-'
const PAGE = '/'
/** Requests at once: the page that is open comes first. */
const AT_ONCE = 4
/** Caches that stay: this build's and the one before. */
const MAX_CACHES = 2

/** Addresses that are no page of the web: each goes to the server. */
const NO_PAGE = /^\/(api|open-api|webhook|media|socket|livez|readyz|metrics)(?![\w-])|\.\w+$/
const HASHED = /^\/assets\//

/** Fetches a file, or takes it from the cache of an earlier build if its name says that it is the same. */
async function fetchFile(path: string): Promise<Response> {
  const known = HASHED.test(path) ? await caches.match(path) : undefined
  if (known) return known
  const response = await fetch(path, { cache: HASHED.test(path) ? 'default' : 'reload' })
  // Behind a proxy another server may still have another build.
  if (!response.ok || (path === PAGE && response.headers.get(BUILD_HEADER) !== BUILD))
    throw new Error(`${path} is not of this build`)
  return response
}

async function install() {
  const cache = await caches.open(PREFIX + BUILD)
  for (let from = 0; from < FILES.length; from += AT_ONCE) {
    await Promise.all(
      FILES.slice(from, from + AT_ONCE).map(async (path) => {
        if (!(await cache.match(path))) await cache.put(path, await fetchFile(path))
      }),
    )
  }
  await worker.skipWaiting()
}

async function activate() {
  const own = PREFIX + BUILD
  const others = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== own)
  await Promise.all(others.slice(0, -(MAX_CACHES - 1)).map((name) => caches.delete(name)))
  await worker.clients.claim()
}

/** The file from a cache, or from the server: a former page may want one that no cache has. */
const fromCache = async (path: string, request: Request) =>
  (await caches.match(path, { cacheName: PREFIX + BUILD })) ?? (await caches.match(path)) ?? fetch(request)

worker.addEventListener('install', (event) => event.waitUntil(install()))
worker.addEventListener('activate', (event) => event.waitUntil(activate()))
worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (request.mode === 'navigate') {
    if (!NO_PAGE.test(pathname)) event.respondWith(fromCache(PAGE, request))
  } else if (HASHED.test(pathname) || (FILES.includes(pathname) && pathname !== PAGE))
    event.respondWith(fromCache(pathname, request))
})
