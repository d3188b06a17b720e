import { may } from '@ruam/contract/platform/permissions.ts'
import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { changesOfActs } from './changes.ts'
import { customersOfActs, namesOfActs } from './names.ts'
import { listAudit } from './queries.ts'
import { subjectsNamed } from './search.ts'
import { actionsOf, countTopics } from './topics.ts'

export const auditLogRoutes = implement(auditLog, {
  async list({ db, storeId, query, user, language }) {
    const { keyword, topics, ...asked } = await inInstants(db, storeId, query)
    const mayCustomers = may(user.rights, 'cdp-core.profile.read')
    const { data, days, total, capped } = await listAudit(
      db,
      storeId,
      { ...asked, actions: actionsOf(topics) },
      {
        timeZone: await timeZoneOf(db, storeId),
        subjects: keyword ? await subjectsNamed(db, storeId, keyword, { customers: mayCustomers }) : undefined,
      },
    )
    const names = await namesOfActs(db, storeId, data)
    const customers = mayCustomers ? await customersOfActs(db, storeId, data) : () => []
    const changes = mayCustomers ? await changesOfActs(db, storeId, data, { language, user }) : new Map()
    const shown = data.map(({ day, day_begins, day_ends, ...act }) => ({
      ...act,
      names: names.get(act.id),
      customers: customers({ ...act, day, day_begins, day_ends }),
      changes: changes.get(act.id) ?? [],
    }))
    const answer = pageAnswer({ ...query, sort_by: 'at', sort_dir: 'desc' }, shown as never[], total, { capped })
    return { ...answer, days, ...(capped && { total_capped: true }) }
  },

  async topics({ db, storeId, query }) {
    return { data: await countTopics(db, storeId, await inInstants(db, storeId, query)) }
  },
})
