import { links } from '@ruam/contract/broadcasts/links.ts'
import type { FastifyRequest } from 'fastify'
import { logFailure } from '../../core/log.ts'
import { inStore } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { readCode, visitorOf } from './addresses.ts'
import { countClick, countPersonClick, type FoundLink, findLink } from './queries.ts'

/** Browsers of robots that look at a link for a preview, an index or a scan. */
const ROBOT =
  /(?<!cu)bots?\b|crawl|spider|slurp|preview|poker|facebookexternalhit|facebot|whatsapp|telegram|discord|skype|embedly|scan|monitor|curl|wget|python|java\/|okhttp|axios|go-http|headless/i

export const linkRoutes = implement(links, {
  async open({ core: home, params, request, fail }) {
    const read = readCode(home.config.secretKey, params.code)
    if (!read) throw fail('not_found')
    const found = await routerOf(home).atKey('link', Buffer.from(read.code), async (there) => {
      const link = await findLink(there.pool, read.code)
      if (link && isClick(request)) await count(there, link, read.position, request).catch(logFailure(request))
      return link
    })
    if (!found) throw fail('not_found')
    return found.target
  },
})

/** True for an address that a person opened. */
function isClick({ method, headers }: FastifyRequest): boolean {
  const purpose = headers['sec-purpose'] ?? headers.purpose ?? headers['x-purpose']
  const browser = headers['user-agent']
  return method === 'GET' && purpose === undefined && browser !== undefined && !ROBOT.test(browser)
}

function count(there: Core, link: FoundLink, position: number | null, request: FastifyRequest): Promise<void> {
  const who = position === null ? `${request.ip} ${request.headers['user-agent']}` : `recipient ${position}`
  const { store_id, broadcast_id } = link
  const visitor = visitorOf(there.config.secretKey, `${store_id} ${broadcast_id} ${who}`)
  return inStore(there.pool, store_id, async (db) => {
    if ((await countClick(db, link, visitor)) && position !== null) await countPersonClick(db, link, position)
  })
}
