import { may } from '@ruam/contract/platform/permissions.ts'
import { exposures } from '@ruam/contract/privacy/exposure.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { findExposure, toFullHours } from './find-exposure.ts'
import { exposureSources } from './sources.ts'

export const exposureRoutes = implement(exposures, {
  sources: async ({ db, storeId }) => ({ data: await exposureSources(db, storeId) }),

  async get({ db, storeId, user, query, language }) {
    const window = await toFullHours(db, await inInstants(db, storeId, query))
    const source = { storeId, kind: query.kind, id: query.id, ...window }
    const { summary, page, total } = await findExposure(db, source, { language, ...query })
    const mayNames = may(user.rights, 'cdp-core.profile.read')
    const data = page.map((person) => ({ ...person, name: mayNames ? person.name : null }))
    return { ...pageAnswer({ ...query, sort_by: 'hour', sort_dir: 'desc' }, data, total), ...summary }
  },
})
