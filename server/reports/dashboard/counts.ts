import type { RangeFigures, seriesNames } from '@ruam/contract/reports/dashboard.ts'
import { sql } from 'kysely'
import { additionMetrics, removalMetrics } from '../../customers/changes/hourly.ts'
import { type Db, escapeLike } from '../../database/db.ts'
import { pageRows } from '../../database/page.ts'
import { summedUpUntil } from './days.ts'
import { type CountedPeriod, type DashboardPeriod, FIRST_INSTANT, hourOf, LAST_INSTANT } from './period.ts'
import { spansOf } from './spans.ts'

/** Hourly counters of a figure: those added and those subtracted. */
interface Figure {
  plus: readonly string[]
  minus?: readonly string[]
  channel?: string
}

const came = Object.values(additionMetrics)
const went = Object.values(removalMetrics)
const taken = ['record_add', 'record_update', 'record_duplicate']

const rangeFigures: Record<keyof RangeFigures, Figure> = {
  record_range: { plus: ['record'] },
  profile_range: { plus: came, minus: went },
  record_add_range: { plus: ['record_add'] },
  record_update_range: { plus: ['record_update'] },
  record_duplicate_range: { plus: ['record_duplicate'] },
  record_error_range: { plus: ['record_error'] },
}

const channelFigures: Record<'import' | 'openapi' | 'user' | 'line' | 'facebook', Figure> = {
  import: { plus: ['record'], channel: 'import' },
  openapi: { plus: ['record'], channel: 'openapi' },
  user: { plus: [additionMetrics.made], channel: 'user' },
  line: { plus: [additionMetrics.made], channel: 'line' },
  facebook: { plus: [additionMetrics.made], channel: 'facebook' },
}

const series: Record<(typeof seriesNames)[number], Figure> = {
  profile: { plus: [additionMetrics.made] },
  result: { plus: taken },
  record: { plus: ['record'] },
  record_add: { plus: ['record_add'] },
  record_update: { plus: ['record_update'] },
}

interface Counted {
  metric: string
  channel: string
  /** Place of the bucket; 0 of what lies outside of them. */
  bucket: number
  value: number
}

const instant = (at: number) => new Date(at).toISOString()

/** Sums of the counters of a period's figures in each bucket; a bucket lasts until the next one begins. */
async function sums(db: Db, storeId: number, figures: readonly Figure[], period: DashboardPeriod, begins: number[]) {
  const metrics = [...new Set(figures.flatMap(({ plus, minus = [] }) => [...plus, ...minus]))]
  const { days, hours } = spansOf(period, begins, await summedUpUntil(db, storeId))
  const [hoursFrom, hoursUntil] = [hours.map(({ from }) => instant(from)), hours.map(({ until }) => instant(until))]
  const [daysFrom, daysUntil] = [days.map(({ from }) => from), days.map(({ until }) => until)]
  const counted = sql`c.store_id = ${storeId} and c.metric = any(${metrics}::text[])`
  const { rows } = await sql<Counted>`
    with hours as (
      select c.metric, c.channel, c.hour as at, c.value
      from unnest(${hoursFrom}::timestamptz[], ${hoursUntil}::timestamptz[]) as span (first, after)
      join hourly_count c on ${counted} and c.hour >= first and c.hour < after),
    days as (
      select c.metric, c.channel, c.day::timestamp at time zone 'UTC', c.value
      from unnest(${daysFrom}::date[], ${daysUntil}::date[]) as span (first, after)
      join daily_count c on ${counted} and c.day >= first and c.day < after)
    select metric, channel, width_bucket(at, ${begins.map(instant)}::timestamptz[]) as bucket, sum(value)::bigint as value
    from (table hours union all table days) counted group by 1, 2, 3`.execute(db)
  return rows
}

function figureOf({ plus, minus = [], channel }: Figure, rows: readonly Counted[], bucket: number): number {
  let sum = 0
  for (const row of rows) {
    if (row.bucket !== bucket || (channel !== undefined && row.channel !== channel)) continue
    if (plus.includes(row.metric)) sum += row.value
    else if (minus.includes(row.metric)) sum -= row.value
  }
  return sum
}

/** Figures of a period and, as `previous`, of the one before it. */
async function twice<K extends string>(db: Db, storeId: number, figures: Record<K, Figure>, period: CountedPeriod) {
  const { from, until, previous } = period
  const rows = await sums(db, storeId, Object.values(figures), { from: previous.from, until }, [previous.from, from])
  const at = (bucket: number) =>
    Object.fromEntries(
      Object.entries<Figure>(figures).map(([name, figure]) => [name, figureOf(figure, rows, bucket)]),
    ) as Record<K, number>
  return { ...at(2), previous: at(1) }
}

export const figuresOf = (db: Db, storeId: number, period: CountedPeriod) => twice(db, storeId, rangeFigures, period)

export const channelsOf = (db: Db, storeId: number, period: CountedPeriod) => twice(db, storeId, channelFigures, period)

/** Each series with a value for each of its points, 0 where nothing was counted. */
export async function seriesOf(db: Db, storeId: number, period: DashboardPeriod, points: number[]) {
  const rows = await sums(db, storeId, Object.values(series), period, points.map(hourOf))
  return (Object.keys(series) as (keyof typeof series)[]).map((name) => {
    const values = points.map((point, place) => ({
      time: instant(point),
      value: figureOf(series[name], rows, place + 1),
    }))
    return { name, total: values.reduce((sum, { value }) => sum + value, 0), values }
  })
}

const totals = { record_total: { plus: ['record'] }, result_total: { plus: taken } } satisfies Record<string, Figure>

/** Totals since the store began, pending work, and current customers. */
export async function totalsOf(db: Db, storeId: number) {
  const ever = { from: FIRST_INSTANT, until: LAST_INSTANT }
  const counted = await sums(db, storeId, Object.values(totals), ever, [ever.from])
  const { rows } = await sql<{ pending_total: number; profile_total: number }>`
    select
      (select coalesce(sum(total - done), 0)::bigint from run
        where store_id = ${storeId} and kind = 'real' and status in ('pending', 'processing')) as pending_total,
      coalesce((select live from profile_total where store_id = ${storeId}), 0) as profile_total`.execute(db)
  const sumOf = (figure: Figure) => figureOf(figure, counted, 1)
  return { record_total: sumOf(totals.record_total), result_total: sumOf(totals.result_total), ...rows[0]! }
}

interface SourcePage {
  offset: number
  limit: number
  keyword?: string | undefined
  sort_by?: 'run_at' | 'name' | 'records'
  sort_dir?: 'asc' | 'desc'
}

/** Data sources with a real run in a period, by the newest of them unless sorted otherwise, and how many there are. */
export async function purchaseSourcesOf(
  db: Db,
  storeId: number,
  { from, until }: DashboardPeriod,
  { keyword, sort_by = 'run_at', sort_dir = 'desc', ...page }: SourcePage,
) {
  let runs = db
    .selectFrom('run as r')
    .innerJoin('data_source as d', (on) =>
      on.onRef('d.store_id', '=', 'r.store_id').onRef('d.id', '=', 'r.data_source_id'),
    )
    .where('r.store_id', '=', storeId)
    .where('r.kind', '=', 'real')
    .where('d.deleted_at', 'is', null)
    .where('r.created_at', '>=', instant(from))
    .where('r.created_at', '<', instant(until))
    .groupBy(['d.id', 'd.name'])
    .select((by) => [
      'd.id',
      'd.name',
      by.fn.sum<number>('r.done').as('records'),
      by.fn.max('r.created_at').as('run_at'),
    ])
  if (keyword) runs = runs.where('d.name', 'ilike', `%${escapeLike(keyword)}%`)
  return pageRows(db.selectFrom(runs.as('sources')), page, (rows) =>
    rows
      .selectAll()
      .orderBy(sort_by === 'name' ? sql`name collate "th-x-icu"` : sort_by, sort_dir)
      .orderBy('id', sort_dir),
  )
}
