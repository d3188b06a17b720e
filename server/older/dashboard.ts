import { olderDashboard } from '@ruam/contract/older/dashboard.ts'
import { pageAnswer } from '../database/page.ts'
import { purchaseSourcesOf } from '../reports/dashboard/counts.ts'
import { dashboardCalls, graphRangeOf } from '../reports/dashboard/routes.ts'
import { implementOlder } from './implement-older.ts'

export const olderDashboardRoutes = implementOlder(olderDashboard, {
  total: dashboardCalls.pipeline,
  statistic: dashboardCalls.timeframe,

  async dataSources({ db, storeId, query: { from, to, ...page } }) {
    const { data, total } = await purchaseSourcesOf(db, storeId, await graphRangeOf(db, storeId, { from, to }), page)
    return pageAnswer(page, data, total)
  },
})
