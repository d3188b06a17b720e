import type { RangeFigures, seriesNames } from '@ruam/contract/dashboard.ts'
import { sql } from 'kysely'
import { cameMetrics, wentMetrics } from '../changes/hourly.ts'
import type { Db } from '../core/db.ts'
import { pageRows } from '../core/page.ts'
import { type CountedPeriod, hourOf, type Period } from './period.ts'

/** Which counters of hours make a figure: what adds to it, and what takes from it. */
interface Figure {
  plus: readonly string[]
  minus?: readonly string[]
  channel?: string
}

const came = Object.values(cameMetrics)
const went = Object.values(wentMetrics)
const taken = ['record_add', 'record_update', 'record_duplicate']

const rangeFigures: Record<keyof RangeFigures, Figure> = {
  record_range: { plus: ['record'] },
  profile_range: { plus: came, minus: went },
  record_add_range: { plus: ['record_add'] },
  record_update_range: { plus: ['record_update'] },
  record_duplicate_range: { plus: ['record_duplicate'] },
  record_error_range: { plus: ['record_error'] },
}

const channelFigures: Record<'import' | 'openapi' | 'user', Figure> = {
  import: { plus: ['record'], channel: 'import' },
  openapi: { plus: ['record'], channel: 'openapi' },
  user: { plus: [cameMetrics.made], channel: 'user' },
}

const series: Record<(typeof seriesNames)[number], Figure> = {
  profile: { plus: [cameMetrics.made] },
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

/** Sums of the counters of a figure's hours in each bucket; a bucket lasts until the next one begins. */
async function sums(db: Db, storeId: number, figures: readonly Figure[], { from, until }: Period, begins: number[]) {
  const metrics = [...new Set(figures.flatMap(({ plus, minus = [] }) => [...plus, ...minus]))]
  const { rows } = await sql<Counted>`
    select metric, channel, width_bucket(hour, ${begins.map(instant)}::timestamptz[]) as bucket, sum(value)::bigint as value
    from hourly_count
    where store_id = ${storeId} and metric = any(${metrics}::text[])
      and hour >= ${instant(from)}::timestamptz and hour < ${instant(until)}::timestamptz
    group by 1, 2, 3`.execute(db)
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
  const whole = { from: previous.from, until }
  const rows = await sums(db, storeId, Object.values(figures), whole, [previous.from, from])
  const at = (bucket: number) =>
    Object.fromEntries(
      Object.entries<Figure>(figures).map(([name, figure]) => [name, figureOf(figure, rows, bucket)]),
    ) as Record<K, number>
  return { ...at(2), previous: at(1) }
}

export const figuresOf = (db: Db, storeId: number, period: CountedPeriod) => twice(db, storeId, rangeFigures, period)

export const channelsOf = (db: Db, storeId: number, period: CountedPeriod) => twice(db, storeId, channelFigures, period)

/** Each series with a value for each of its points, 0 where nothing was counted. */
export async function seriesOf(db: Db, storeId: number, period: Period, points: number[]) {
  const rows = await sums(db, storeId, Object.values(series), period, points.map(hourOf))
  return (Object.keys(series) as (keyof typeof series)[]).map((name) => {
    const values = points.map((point, place) => ({
      time: instant(point),
      value: figureOf(series[name], rows, place + 1),
    }))
    return { name, total: values.reduce((sum, { value }) => sum + value, 0), values }
  })
}

/** What was counted since the store began, what still waits, and who is there now. */
export async function totalsOf(db: Db, storeId: number) {
  const counted = await sql<{ metric: string; value: number }>`
    select metric, sum(value)::bigint as value from hourly_count
    where store_id = ${storeId} and metric = any(${['record', ...taken]}::text[]) group by metric`.execute(db)
  const { rows } = await sql<{ pending_total: number; profile_total: number }>`
    select
      (select coalesce(sum(total - done), 0)::bigint from run
        where store_id = ${storeId} and kind = 'real' and status in ('pending', 'processing')) as pending_total,
      coalesce((select live from profile_total where store_id = ${storeId}), 0) as profile_total`.execute(db)
  const sumOf = (metrics: readonly string[]) =>
    counted.rows.reduce((sum, { metric, value }) => (metrics.includes(metric) ? sum + value : sum), 0)
  return { record_total: sumOf(['record']), result_total: sumOf(taken), ...rows[0]! }
}

/** Data sources by their newest real run of a period, and how many there are. */
export async function sourcesOf(
  db: Db,
  storeId: number,
  { from, until }: Period,
  page: { offset: number; limit: number },
) {
  const runs = db
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
  return pageRows(db.selectFrom(runs.as('sources')), page, (rows) =>
    rows.selectAll().orderBy('run_at', 'desc').orderBy('id', 'desc'),
  )
}
