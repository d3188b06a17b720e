import { may } from '@ruam/contract/platform/permissions.ts'
import { seen } from '@ruam/contract/privacy/seen.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { seenSources } from './sources.ts'
import { wholeHours, whomSeen } from './whom.ts'

export const seenRoutes = implement(seen, {
  sources: async ({ db, storeId }) => ({ data: await seenSources(db, storeId) }),

  async whom({ db, storeId, user, query, language }) {
    const window = await wholeHours(db, query)
    const source = { storeId, kind: query.kind, id: query.id, ...window }
    const { summary, page, total } = await whomSeen(db, source, { language, ...query })
    const mayNames = may(user.rights, 'cdp-core.profile.read')
    const data = page.map((person) => ({ ...person, name: mayNames ? person.name : null }))
    return { ...pageAnswer({ ...query, sort_by: 'hour', sort_dir: 'desc' }, data, total), ...summary }
  },
})
