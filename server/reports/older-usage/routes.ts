import { olderChange } from '@ruam/contract/older-calls.ts'
import { olderUsage } from '@ruam/contract/reports/older-usage.ts'
import { pageAnswer } from '../../database/page.ts'
import { implement } from '../../http/implement.ts'
import { listUsage } from './queries.ts'

export const olderUsageRoutes = implement(olderUsage, {
  async list({ db, storeId, query, language }) {
    const { data, total } = await listUsage(db, storeId, query)
    const shown = data.map(({ user_id, name, ...used }) => ({
      ...{ ...used, user: { id: user_id, name } },
      ...(olderChange(used.call, language) ?? { becomes: null, differs: '', patch: '' }),
    }))
    return pageAnswer({ ...query, sort_by: 'last_day', sort_dir: 'desc' }, shown, total)
  },
})
