import { auditLog } from '@ruam/contract/audit-log.ts'
import { implement } from '../core/implement.ts'
import { pageAnswer } from '../core/page.ts'
import { inInstants } from '../stores/range-days.ts'
import { listAudit } from './queries.ts'

export const auditLogRoutes = implement(auditLog, {
  async list({ db, storeId, query }) {
    const { data, total, capped } = await listAudit(db, storeId, await inInstants(db, storeId, query))
    const answer = pageAnswer({ ...query, sort_by: 'at', sort_dir: 'desc' }, data as never[], total, { capped })
    return { ...answer, ...(capped && { total_capped: true }) }
  },
})
