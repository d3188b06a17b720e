import { richMenuLinks } from '@ruam/contract/channels/rich-menu-links.ts'
import { isClick } from '../../../broadcasts/links/is-click.ts'
import { logFailure } from '../../../core/log.ts'
import { tapperOf } from '../../../core/tapper.ts'
import { inStore } from '../../../database/db.ts'
import { implement } from '../../../http/implement.ts'
import { routerOf } from '../../../servers/store-router.ts'
import { findLink } from '../links.ts'
import { countTap } from '../taps.ts'

export const richMenuLinkRoutes = implement(richMenuLinks, {
  async open({ core: home, params: { code }, request, fail }) {
    if (!/^[\w-]{16}$/.test(code)) throw fail('not_found')
    const found = await routerOf(home).atKey('menu_link', Buffer.from(code), async (there) => {
      const link = await findLink(there.pool, code)
      if (link && isClick(request)) {
        const { store_id, rich_menu_id: menuId, letter } = link
        const visitor = tapperOf(there.config.secretKey, `${store_id} ${request.ip} ${request.headers['user-agent']}`)
        const counting = inStore(there.pool, store_id, (db) => countTap(db, store_id, { menuId, letter, visitor }))
        await counting.catch(logFailure(request))
      }
      return link
    })
    if (!found) throw fail('not_found')
    return found.target
  },
})
