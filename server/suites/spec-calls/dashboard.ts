import { page, type SpecCall } from './ask.ts'

/** The dashboard and the tutorial. */
export const dashboardCalls: SpecCall[] = [
  { call: 'GET /tutorial', sent: () => ['/tutorial'], fields: ['0', '1', '2', '3', '4'] },
  {
    call: 'POST /tutorial',
    sent: () => ['/tutorial', { body: { key: 'first_import', status: 'in_progress', step: 1 } }],
    fields: ['0', '4'],
  },
  {
    call: 'GET /dashboard/summarize/pipeline',
    sent: () => ['/dashboard/summarize/pipeline', { query: { from: '2026-11-01', to: '2026-11-30' } }],
    fields: ['record_total', 'record_range', 'result_total', 'pending_total', 'profile_total', 'profile_range'],
  },
  {
    call: 'GET /dashboard/summarize/channel',
    sent: () => ['/dashboard/summarize/channel', { query: {} }],
    fields: ['import', 'openapi'],
  },
  {
    call: 'GET /dashboard/timeframe',
    sent: () => ['/dashboard/timeframe', { query: { timescale: 'week', timezone: 'Asia/Bangkok' } }],
    fields: ['data'],
    listed: ['name', 'total', 'values'],
  },
  { call: 'GET /dashboard/datasource', sent: () => ['/dashboard/datasource', { query: { limit: '3' } }], fields: page },
]
