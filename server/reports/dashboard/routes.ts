import { type DashboardRange, dashboard } from '@ruam/contract/reports/dashboard.ts'
import { timeZoneOf } from '../../access/stores/queries.ts'
import { databaseNow } from '../../core/now.ts'
import { type Db, inStore } from '../../database/db.ts'
import { pageAnswer } from '../../database/page.ts'
import { type Handlers, implement } from '../../http/implement.ts'
import { channelsOf, figuresOf, purchaseSourcesOf, seriesOf, totalsOf } from './counts.ts'
import { type CountedPeriod, type DashboardPeriod, hourOf, periodOf, pointsOf } from './period.ts'
import { qualityOf } from './quality.ts'
import { returningIn } from './returning.ts'
import { todayOf } from './today.ts'
import { todoOf } from './todo.ts'

/** The calls of the dashboard. */
export const dashboardCalls = {
  async pipeline({ db, storeId, query }) {
    const period = await graphRangeOf(db, storeId, query)
    const totals = await totalsOf(db, storeId)
    return { ...totals, ...(await figuresOf(db, storeId, period)), ...shown(period) }
  },

  async channel({ db, storeId, query }) {
    const period = await graphRangeOf(db, storeId, query)
    return { ...(await channelsOf(db, storeId, period)), ...shown(period) }
  },

  async timeframe({ db, storeId, query: { timescale, timezone, ...range } }) {
    const storeZone = await timeZoneOf(db, storeId)
    const zones = { dayZone: timezone ?? storeZone, monthZone: timezone ?? 'UTC', now: new Date(databaseNow()) }
    const period = periodOf(range, zones)
    const points = pointsOf(period, timescale, zones.dayZone)
    const approximate = period.approximate || points.some((point) => point !== hourOf(point))
    return { data: await seriesOf(db, storeId, period, points), timescale, timezone: zones.dayZone, approximate }
  },

  async datasource({ db, storeId, query: { offset, limit, ...range } }) {
    const { data, total } = await purchaseSourcesOf(db, storeId, await graphRangeOf(db, storeId, range), {
      offset,
      limit,
    })
    return pageAnswer({ offset, limit, sort_by: 'run_at', sort_dir: 'desc' }, data, total)
  },

  // It writes down what it has counted, as the next one.
  returning: ({ core, storeId, query }) =>
    inStore(core.pool, storeId, async (db) => {
      const period = await graphRangeOf(db, storeId, query)
      const { previous_period: _, ...said } = shown(period)
      return { ...(await returningIn(db, storeId, period, new Date(databaseNow()))), ...said }
    }),
  // It writes down what it has counted, which a read-only snapshot would not let it.
  quality: ({ core, storeId }) => inStore(core.pool, storeId, (db) => qualityOf(db, storeId, new Date(databaseNow()))),

  // It writes down what it has counted.
  today: ({ core, storeId, user }) =>
    inStore(core.pool, storeId, (db) => todayOf(db, storeId, user.rights, new Date(databaseNow()))),

  todo: ({ db, storeId, user }) => todoOf(db, storeId, user.id, user.rights),
} satisfies Handlers<typeof dashboard>

export const dashboardRoutes = implement(dashboard, dashboardCalls)

/** Returns the counted period of a range. */
export async function graphRangeOf(db: Db, storeId: number, range: DashboardRange): Promise<CountedPeriod> {
  return periodOf(range, { dayZone: await timeZoneOf(db, storeId), monthZone: 'UTC', now: new Date(databaseNow()) })
}

/** Both periods as they are answered: their last milliseconds count in. */
const shown = (period: CountedPeriod) => ({
  period: ends(period),
  previous_period: ends(period.previous),
  approximate: period.approximate,
})

const ends = ({ from, until }: DashboardPeriod) => ({
  from: new Date(from).toISOString(),
  to: new Date(Math.max(until - 1, from)).toISOString(),
})
