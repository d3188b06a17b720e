import { STATUS_CODES } from 'node:http'
import type { ErrorBody } from '@ruam/contract/errors/catalog.ts'
import { qualitiesOf } from './qualities.ts'

export const PROBLEM_TYPE = 'application/problem+json'

/** True if an Accept header names the media type of RFC 9457 and prefers JSON to it nowhere. A wildcard names nothing. */
export function acceptsProblem(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes(PROBLEM_TYPE)) return false
  const qualities = qualitiesOf(accept)
  const quality = qualities.get(PROBLEM_TYPE) ?? 0
  return quality > 0 && quality >= (qualities.get('application/json') ?? 0)
}

/** Returns an error as a problem (RFC 9457). Its members keep their names; `type` is the documentation of the error. */
export function problemOf(body: ErrorBody & { docs_url?: string }, status: number) {
  const { docs_url, message, ...members } = body
  const type = docs_url ?? 'about:blank'
  const title = docs_url ? titleOf(body.error) : STATUS_CODES[status]
  return { type, title, status, detail: message, ...members }
}

/** The same for every occurrence and in every language: `Key ambiguous`. */
const titleOf = (error: string) => (error.charAt(0).toUpperCase() + error.slice(1)).replaceAll('_', ' ')
