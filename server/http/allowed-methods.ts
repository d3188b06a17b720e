import type { FastifyInstance } from 'fastify'
import { ApiError } from '../core/api-error.ts'

interface Address {
  pattern: RegExp
  methods: Set<string>
}

/** Throws method_not_allowed for a known address with another method, before its body is read; not_found for unknown ones that are no page. */
export function refuseOtherMethods(app: FastifyInstance): void {
  const addresses = new Map<string, Address>()
  app.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const known = addresses.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    addresses.set(url, known)
    for (const one of [method].flat()) known.methods.add(one)
  })
  app.addHook('onRequest', async (request) => {
    if (!request.is404) return
    const path = request.url.split('?', 1)[0]!
    const found = [...addresses.values()].filter(({ pattern }) => pattern.test(path))
    const allow = [...new Set(found.flatMap(({ methods }) => [...methods]))].sort().join(', ')
    if (allow !== '') throw new ApiError('method_not_allowed', { method: request.method, allow })
    if (request.method !== 'GET') throw new ApiError('not_found')
  })
}

const patternOf = (url: string) =>
  new RegExp(`^${url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')}$`)
