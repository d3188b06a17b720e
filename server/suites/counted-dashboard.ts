import { dashboard } from '@ruam/contract/reports/dashboard.ts'
import { type TestStore, testServer } from '../testing/store.testing.ts'

const DAY_MS = 86_400_000
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Differences between the dashboard and the rows of a store, from yesterday to tomorrow. */
export async function dashboardFaults(store: TestStore): Promise<string[]> {
  const now = Date.now()
  const query = { from: day(now - DAY_MS), to: day(now + DAY_MS) }
  const summary = await store.call(dashboard.pipeline, { query })
  const channels = await store.call(dashboard.channel, { query })
  const { data: series } = await store.call(dashboard.timeframe, { query: { ...query, timescale: 'hour' } })
  const { data: sources } = await store.call(dashboard.datasource, { query: { ...query, limit: '0' } })
  const totalOf = (name: string) => series.find((one) => one.name === name)!.total
  const rows = await countRows(store.storeId)
  const said: Record<string, [number, number]> = {
    profile_total: [summary.profile_total, rows.live],
    // Everybody who is there has come since yesterday.
    profile_range: [summary.profile_range, rows.live],
    record_total: [summary.record_total, rows.done],
    result_total: [summary.result_total, rows.added + rows.updated + rows.duplicated],
    pending_total: [summary.pending_total, rows.waiting],
    record_range: [summary.record_range, rows.done],
    record_add_range: [summary.record_add_range, rows.added],
    record_update_range: [summary.record_update_range, rows.updated],
    record_duplicate_range: [summary.record_duplicate_range, rows.duplicated],
    record_error_range: [summary.record_error_range, rows.failed],
    'records before': [summary.previous.record_range, 0],
    'people before': [summary.previous.profile_range, 0],
    import: [channels.import, rows.done],
    'series record': [totalOf('record'), rows.done],
    'series record_add': [totalOf('record_add'), rows.added],
    'series record_update': [totalOf('record_update'), rows.updated],
    'series result': [totalOf('result'), rows.added + rows.updated + rows.duplicated],
    'records of the sources': [sources.reduce((sum, { records }) => sum + records, 0), rows.shown],
  }
  return Object.entries(said)
    .filter(([, [figure, counted]]) => figure !== counted)
    .map(([name, [figure, counted]]) => `the dashboard says ${figure} of ${name}, its rows ${counted}`)
}

async function countRows(storeId: number) {
  const { admin } = await testServer()
  const { rows } = await admin.query<Record<string, number>>(
    `select (select count(*)::int from profile where store_id = $1 and deleted_at is null and merged_into is null) as live,
       coalesce(sum(done), 0)::int as done, coalesce(sum(added), 0)::int as added, coalesce(sum(updated), 0)::int as updated,
       coalesce(sum(duplicated), 0)::int as duplicated, coalesce(sum(failed), 0)::int as failed,
       coalesce(sum(total - done) filter (where status in ('pending', 'processing')), 0)::int as waiting,
       coalesce(sum(done) filter (where exists (
         select from data_source d where d.store_id = $1 and d.id = r.data_source_id and d.deleted_at is null)), 0)::int as shown
     from run r where store_id = $1 and kind = 'real'`,
    [storeId],
  )
  return rows[0] as Record<
    'live' | 'done' | 'added' | 'updated' | 'duplicated' | 'failed' | 'waiting' | 'shown',
    number
  >
}
