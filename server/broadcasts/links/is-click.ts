import type { FastifyRequest } from 'fastify'

/** Browsers of robots that look at a link for a preview, an index or a scan. */
const ROBOT =
  /(?<!cu)bots?\b|crawl|spider|slurp|preview|poker|facebookexternalhit|facebot|whatsapp|telegram|discord|skype|embedly|scan|monitor|curl|wget|python|java\/|okhttp|axios|go-http|headless/i

/** True for an address that a person opened. */
export function isClick({ method, headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose']
  const browser = headers['user-agent']
  return method === 'GET' && purpose === undefined && browser !== undefined && !ROBOT.test(browser)
}
