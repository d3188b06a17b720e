import { auditLog } from '@ruam/contract/reports/audit-log.ts'
import { inInstants } from '../../access/stores/range-days.ts'
import { implement } from '../../platform/core/implement.ts'
import { pageAnswer } from '../../platform/core/page.ts'
import { listAudit } from './queries.ts'

export const auditLogRoutes = implement(auditLog, {
  async list({ db, storeId, query }) {
    const { data, total, capped } = await listAudit(db, storeId, await inInstants(db, storeId, query))
    const answer = pageAnswer({ ...query, sort_by: 'at', sort_dir: 'desc' }, data as never[], total, { capped })
    return { ...answer, ...(capped && { total_capped: true }) }
  },
})
