import type { Language } from '@ruam/contract/errors/catalog.ts'
import type { FastifyRequest } from 'fastify'

/** Thai unless the caller asks for English first. */
export function languageOf(request: FastifyRequest): Language {
  return /^\s*en\b/i.test(request.headers['accept-language'] ?? '') ? 'en' : 'th'
}
