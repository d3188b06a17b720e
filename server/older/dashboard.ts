import { olderDashboard } from '@ruam/contract/older/dashboard.ts'
import { pageAnswer } from '../database/page.ts'
import { sourcesOf } from '../reports/dashboard/counts.ts'
import { dashboardCalls, rangeOf } from '../reports/dashboard/routes.ts'
import { implementOlder } from './implement-older.ts'

export const olderDashboardRoutes = implementOlder(olderDashboard, {
  total: dashboardCalls.pipeline,
  statistic: dashboardCalls.timeframe,

  async dataSources({ db, storeId, query: { from, to, ...page } }) {
    const { data, total } = await sourcesOf(db, storeId, await rangeOf(db, storeId, { from, to }), page)
    return pageAnswer(page, data, total)
  },
})
