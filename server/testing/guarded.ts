import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'

/** Expects headers that keep a response from being taken for another page, guessed at, framed or stored. */
export function expectGuarded({ headers, statusCode, rawPayload }: LightMyRequestResponse) {
  // Pictures of messages and of stickers never change.
  const isPicture = ['image/jpeg', 'image/png'].includes(String(headers['content-type']))
  const isPage = String(headers['content-type']).startsWith('text/html')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    // A page has a style and forms of its own.
    'content-security-policy': isPage
      ? expect.stringMatching(/^default-src 'none'; style-src 'sha256-.* frame-ancestors 'none'$/)
      : "default-src 'none'; frame-ancestors 'none'",
    'cache-control': isPicture ? 'public, max-age=31536000, immutable' : 'no-store',
    'referrer-policy': 'same-origin',
  })
  if (isPicture) return
  if (rawPayload.length > 0) expect(headers['content-type']).toMatch(/; charset=[\w-]+$|\.sheet$/)
  else expect([204, 302]).toContain(statusCode)
}
