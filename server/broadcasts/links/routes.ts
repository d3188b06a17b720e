import { links } from '@ruam/contract/broadcasts/links.ts'
import type { FastifyRequest } from 'fastify'
import { logFailure } from '../../core/log.ts'
import { inStore } from '../../database/db.ts'
import { implement } from '../../http/implement.ts'
import type { Core } from '../../servers/core.ts'
import { routerOf } from '../../servers/store-router.ts'
import { readCode, visitorOf } from './addresses.ts'
import { isClick } from './is-click.ts'
import { countClick, countPersonClick, type FoundLink, findLink } from './queries.ts'

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

function count(there: Core, link: FoundLink, position: number | null, request: FastifyRequest): Promise<void> {
  const who = position === null ? `${request.ip} ${request.headers['user-agent']}` : `recipient ${position}`
  const { store_id, broadcast_id } = link
  const visitor = visitorOf(there.config.secretKey, `${store_id} ${broadcast_id} ${who}`)
  return inStore(there.pool, store_id, async (db) => {
    if ((await countClick(db, link, visitor)) && position !== null) await countPersonClick(db, link, position)
  })
}
