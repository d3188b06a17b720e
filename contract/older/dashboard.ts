import { feature } from '../platform/endpoint.ts'
import { dashboard } from '../reports/dashboard.ts'
import { olderPage } from './words.ts'

const { pipeline, timeframe, datasource } = dashboard

/** Figures of the dashboard (`/api/v1/dashboard`). */
export const olderDashboard = feature({
  total: {
    ...pipeline,
    path: '/v1/dashboard/total',
    older: { successor: '/dashboard/summarize/pipeline', differs: null },
  },
  statistic: {
    ...timeframe,
    path: '/v1/dashboard/statistic',
    older: { successor: '/dashboard/timeframe', differs: null },
  },
  dataSources: {
    ...datasource,
    path: '/v1/dashboard/data-source-list',
    query: datasource.query.extend(olderPage(['run_at', 'name', 'records'], 'run_at').shape),
    older: {
      successor: '/dashboard/datasource',
      differs: [
        'keyword กรองด้วยชื่อ และ sort_by เป็น run_at, name, records',
        'keyword narrows by name; sort_by run_at, name, records.',
      ],
    },
  },
})
