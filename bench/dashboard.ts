import pg from 'pg'
import { createPool } from '../server/database/db.ts'
import { sumUpDays } from '../server/reports/dashboard/days.ts'
import { atMost } from './bars.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { analyzeIfRequested } from './statistics.ts'
import { Figures, formatNumber, percentile, printFigures, spreadOf, timed } from './table.ts'

// The calls of the dashboard over HTTP, a month by day and three years by month, compared with the required sums by SQL alone. ROWS people,
// 1,000 runs of 200 data sources, three years of hours in each of which everything was counted.

const ROWS = Number(process.env.ROWS ?? 1_000_000)
const TRIES = 60
const RUNS = 1000
const SOURCES = 200
const YEARS = 3
/** Milliseconds that 95 of 100 answers take at most. */
const BARS = { 'a month by day': 30, 'three years by month': 100 }

/** Counters that each call sums. */
const metrics = {
  pipeline: ['record', 'profile', 'profile_deleted', 'profile_merged', 'record_add', 'record_update', 'record_error'],
  channel: ['record', 'profile'],
  timeframe: ['profile', 'record', 'record_add', 'record_update', 'record_duplicate'],
}

const product = await startProduct()
const admin = new pg.Client({ connectionString: product.superUrl })
await admin.connect()
const figures = new Figures()
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

try {
  const [ms] = await timed(fill)
  const now = Date.now()
  const ranges = {
    'a month by day': [day(now - 30 * 86_400_000), 'day'],
    'three years by month': [day(now - (YEARS * 365 - 1) * 86_400_000), 'month'],
  } as const
  for (const [work, [from, timescale]] of Object.entries(ranges)) {
    const range = `from=${from}&to=${day(now)}`
    const calls = {
      pipeline: `/dashboard/summarize/pipeline?${range}`,
      channel: `/dashboard/summarize/channel?${range}`,
      timeframe: `/dashboard/timeframe?${range}&timescale=${timescale}`,
      datasource: `/dashboard/datasource?${range}&limit=5`,
    }
    for (const [name, path] of Object.entries(calls)) {
      await figures.measure(async () => {
        const floor = percentile(await times(() => plain(name as keyof typeof calls, from, timescale)), 0.95)
        const all = await times(() => product.call('GET', path))
        const p95 = percentile(all, 0.95)
        return {
          work: `${name}, ${work}`,
          figure: `p50 ${percentile(all, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
          floor: `p95 ${floor.toFixed(1)} ms its sums by SQL`,
          ratio: (p95 / floor).toFixed(2),
          ...spreadOf(all),
          bar: atMost(p95, BARS[work as keyof typeof BARS], 'ms p95'),
        }
      })
    }
  }
  for (const name of ['quality', 'returning', 'todo']) {
    const [first] = await timed(() => product.call('GET', `/dashboard/${name}`))
    const again = percentile(await times(() => product.call('GET', `/dashboard/${name}`)), 0.95)
    figures.add({
      work: name,
      figure: `first ${first.toFixed(0)} ms, then p95 ${again.toFixed(1)} ms`,
      floor: '',
      ratio: '',
    })
  }
  console.log(
    `${formatNumber(ROWS)} people, ${RUNS} runs, ${YEARS} years of hours, filled in ${formatNumber(ms / 1000)} s`,
  )
  printFigures(figures)
} finally {
  await admin.end()
  await product.stop()
}

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = []
  for (let n = 0; n < TRIES; n++) all.push((await timed(work))[0])
  return all
}

/** Sums the counters of a call alone, from whole days where its points are longer. The time before the period is compared with it. */
function plain(call: 'pipeline' | 'channel' | 'timeframe' | 'datasource', from: string, scale: 'day' | 'month') {
  if (call === 'datasource')
    return admin.query(
      `select data_source_id, sum(done), max(created_at) from run
       where store_id = 1 and kind = 'real' and created_at >= $1::date group by 1 order by 3 desc limit 5`,
      [from],
    )
  if (call === 'timeframe' && scale === 'day')
    return admin.query(
      `select metric, channel, date_trunc('day', hour, 'Asia/Bangkok') as point, sum(value) from hourly_count
       where store_id = 1 and metric = any($2) and hour >= $1::date group by 1, 2, 3`,
      [from, metrics.timeframe],
    )
  const point = call === 'timeframe' ? "date_trunc('month', day)" : 'day >= $1::date'
  const first = call === 'timeframe' ? '$1::date' : '$1::date - (current_date - $1::date)'
  return admin.query(
    `select metric, channel, ${point} as point, sum(value) from daily_count
     where store_id = 1 and metric = any($2) and day >= ${first} group by 1, 2, 3`,
    [from, metrics[call]],
  )
}

async function fill(): Promise<void> {
  await fillStore(admin, 1, ROWS)
  await admin.query(
    `insert into hourly_count (store_id, hour, metric, channel, value)
     select 1, hour, metric, channel, 1 + (extract(epoch from hour)::bigint / 3600 + length(metric)) % 40
     from generate_series(date_trunc('hour', now()) - make_interval(years => $1), date_trunc('hour', now()), interval '1 hour') hour,
       (values ('profile', 'user'), ('profile', 'import'), ('profile_deleted', 'user'), ('profile_merged', 'user'), ('record', 'import'),
         ('record', 'openapi'), ('record_add', 'import'), ('record_update', 'import'), ('record_duplicate', 'import'),
         ('record_error', 'import'), ('activity', 'user')) counted (metric, channel)
     on conflict do nothing`,
    [YEARS],
  )
  await admin.query(
    `with files as (
       insert into file (store_id, name, size, type, storage_key, settings)
       select 1, 'customers.csv', 1, 'csv', 'none/' || n, '{}' from generate_series(1, $1::int) n returning id),
     sources as (
       insert into data_source (store_id, name, type, status, file_id)
       select 1, 'ไฟล์ลูกค้า ' || id, 'local_file', 'success', id from files returning id, file_id),
     numbered as (select id, file_id, row_number() over (order by id) as place from sources)
     insert into run (store_id, run_id, data_source_id, kind, version, mapping, file_id, total, done, added, updated, failed, status, created_at)
     select 1, 'run-' || n, id, 'real', n, '{}', file_id, 1000, 1000, 700, 290, 10, 'completed', now() - make_interval(days => $3 * 365) * (n::float8 / $2)
     from numbered, generate_series(1, $2::int) n where n % $1 = place - 1`,
    [SOURCES, RUNS, YEARS],
  )
  const pool = createPool(product.appUrl)
  await sumUpDays({ pool }, new Date())
  await pool.end()
  await analyzeIfRequested(admin)
}
