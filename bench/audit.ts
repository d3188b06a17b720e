import pg from 'pg'
import { atMost } from './bars.ts'
import { startProduct } from './product.ts'
import { sendRequest } from './requests.ts'
import { hire } from './staff.ts'
import { analyzeIfRequested } from './statistics.ts'
import { Figures, formatNumber, percentile, printFigures, spreadOf, timed } from './table.ts'

// The audit log's filters, over HTTP, compared with one read of the newest rows by its index, by pg alone. ROWS acts
// of two years in one store, by 60 people and of 40 kinds, both unevenly distributed. Filters alone, in pairs, three and all; common and
// rare values; all time, one month and all but one year; the first page and the 200th. BENCH_DATA keeps the data folder.

const ROWS = Number(process.env.ROWS ?? 5_000_000)
const TRIES = 8
const STAFF = 60
const product = await startProduct(process.env.BENCH_DATA ? { kept: process.env.BENCH_DATA } : {})
const admin = new pg.Client({ connectionString: product.superUrl })
await admin.connect()

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

try {
  await fill()
  const staff = await hire(product, STAFF)
  const { rows } = await admin.query<{ busy: number; rare: number }>(
    "select min(id) as busy, max(id) as rare from users where email like 'acting%'",
  )
  const { busy, rare } = rows[0]!
  // Things have their own ids: 1 is the store, about whom much is done, the busiest person's are their sign-ins.
  const choices: Record<string, (string | number)[]> = {
    user_id: [busy, rare],
    action: ['act_0', 'act_1', 'act_39'],
    subject_type: ['profile', 'store', 'user'],
    subject_id: [77, 1, busy],
  }
  const times = { ever: '', 'a month': `from=${day(60)}&to=${day(30)}`, 'all but a year': `to=${day(365)}` }
  const figures = new Figures()
  const floor = await floorOf()
  let asked = 0
  for (const columns of subsetsOf(Object.keys(choices))) {
    const all: number[] = []
    const before = product.cpu()
    let worst = { p95: 0, query: '' }
    for (const said of everyOf(columns.map((column) => choices[column]!.map((value) => `${column}=${value}`)))) {
      for (const time of Object.values(times)) {
        for (const page of ['', 'offset=9950']) {
          const query = [...said, time, page].filter(Boolean).join('&')
          const taken: number[] = []
          for (let n = 0; n < TRIES; n++) taken.push(await timeOf(query, staff[asked++ % STAFF]!))
          all.push(...taken)
          const p95 = percentile(taken, 0.95)
          if (p95 > worst.p95) worst = { p95, query }
        }
      }
    }
    const p95 = percentile(all, 0.95)
    const spent = product.cpu()
    const cpuOf = (who: 'node' | 'postgres') => ((spent[who] - before[who]) / all.length).toFixed(1)
    figures.add({
      work: columns.join(', ') || 'the time alone',
      figure: `p50 ${percentile(all, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; worst ${worst.p95.toFixed(1)} ms: ${worst.query}`,
      cpu: `${cpuOf('node')} + ${cpuOf('postgres')} ms`,
      floor: `${floor.toFixed(1)} ms`,
      ratio: `${(p95 / floor).toFixed(1)}x`,
      ...spreadOf(all),
      bar: atMost(p95, 50, 'ms p95'),
    })
  }
  console.log(`${formatNumber(ROWS)} acts, ${formatNumber(asked)} requests`)
  printFigures(figures)
} finally {
  await admin.end()
  await product.stop()
}

function subsetsOf<T>(all: T[]): T[][] {
  return all.reduce<T[][]>((sets, one) => sets.concat(sets.map((set) => [...set, one])), [[]])
}

function everyOf<T>(lists: T[][]): T[][] {
  return lists.reduce<T[][]>((made, list) => made.flatMap((one) => list.map((value) => [...one, value])), [[]])
}

async function timeOf(query: string, token: string): Promise<number> {
  const url = `${product.address}/api/audit-log?limit=50${query && `&${query}`}`
  const [ms, { status }] = await timed(() => sendRequest(url, { headers: { authorization: `Bearer ${token}` } }))
  if (status !== 200) throw new Error(`${url} answered ${status}`)
  return ms
}

/** p95 of the newest 50 rows by the index, in one statement. */
async function floorOf(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < 60; n++) {
    const sql = 'select * from audit_log where store_id = 1 order by at desc, id desc limit 50'
    times.push((await timed(() => admin.query(sql)))[0])
  }
  return percentile(times, 0.95)
}

/** Acts one after the other over two years, unless a kept folder has them; the indexes are made after them. */
async function fill() {
  const there = await admin.query("select from users where email like 'acting%' limit 1")
  if (there.rowCount) return
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'audit_log'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await admin.query(`drop index ${name}`)
  // Half of the acts are of one kind, ever fewer of the next. Whom the busiest person has never done act_1 but long ago.
  await admin.query(
    `with people as (
       insert into users (email, first_name, last_name, password_hash)
       select 'acting' || n || '@example.com', 'คนที่', n, '' from generate_series(1, 60) n returning id
     ), crew as (select array_agg(id order by id) as ids from people), acts as (
       select n, now() - interval '725 days' * (1 - n / $1::float8) as at, ids, floor(power(random(), 3) * 40)::int as act,
         1 + floor(power(random(), 4) * 60)::int as who
       from generate_series(1, $1::int) n, crew
     )
     insert into audit_log (store_id, at, user_id, action, subject_type, subject_id, details, request_id, address, device)
     select 1, at, ids[case when act = 1 and who = 1 and n > 100 then 2 else who end],
       'act_' || act, (array['profile', 'store', 'user', 'role', 'label'])[1 + act % 5],
       case act % 5 when 1 then '1' when 2 then ids[who]::text else (n % 200000)::text end,
       '{"fields": 2}', gen_random_uuid()::text, '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
     from acts`,
    [ROWS],
  )
  for (const { definition } of indexes) await admin.query(definition)
  await analyzeIfRequested(admin)
}
