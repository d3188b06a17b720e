import pg from 'pg'
import { startProduct } from './product.ts'
import { ask } from './requests.ts'
import { hire } from './staff.ts'
import { type Figure, percentile, printFigures, shown, timed } from './table.ts'

// The audit log's filters, over HTTP, beside one look at the newest rows by its index, by pg alone. ROWS acts of two years of one store,
// by 60 people of whom a few do most.

const ROWS = Number(process.env.ROWS ?? 5_000_000)
const TRIES = 60
const STAFF = 60
const product = await startProduct()
const staff = await hire(product, STAFF)
const admin = new pg.Client({ connectionString: product.superUrl })
await admin.connect()

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)

try {
  const [ms] = await timed(fill)
  const { rows } = await admin.query<{ busy: number; rare: number }>(
    'select min(user_id) as busy, max(user_id) as rare from store_member where store_id = 1',
  )
  const { busy, rare } = rows[0]!
  const cases: Record<string, string> = {
    'nothing, the newest': '',
    'one day': `from=${day(30)}&to=${day(30)}`,
    'a year': `from=${day(400)}&to=${day(35)}`,
    'a person who does most': `user_id=${busy}`,
    'a person who does little': `user_id=${rare}`,
    'an act of all the time': 'action=profile_changed',
    'an act that is rare': 'action=role_changed',
    'an act that never was': 'action=never_heard_of',
    'one thing': 'subject_type=profile&subject_id=77',
    'a kind of thing': 'subject_type=role',
    'a person and an act': `user_id=${busy}&action=role_changed`,
    'a rare person and a common act': `user_id=${rare}&action=profile_changed`,
    'a person, an act and a month': `user_id=${busy}&action=profile_changed&from=${day(60)}&to=${day(30)}`,
    'a kind of thing and a person': `subject_type=role&user_id=${busy}`,
    'a rare act in a year': `action=role_changed&from=${day(400)}&to=${day(35)}`,
    'the 200th page': 'offset=9950',
  }
  const floor = await floorOf()
  const figures: Figure[] = []
  for (const [work, query] of Object.entries(cases)) {
    const url = `${product.address}/api/audit-log?limit=50${query && `&${query}`}`
    const times = await times60(url)
    const p95 = percentile(times, 0.95)
    figures.push({
      work,
      figure: `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
      floor: `${floor.toFixed(1)} ms`,
      ratio: `${(p95 / floor).toFixed(1)}x`,
    })
  }
  console.log(`${shown(ROWS)} acts, filled in ${shown(ms / 1000)} s`)
  printFigures(figures)
} finally {
  await admin.end()
  await product.stop()
}

async function times60(url: string): Promise<number[]> {
  const times: number[] = []
  for (let n = -5; n < TRIES; n++) {
    const headers = { authorization: `Bearer ${staff[(n + 5) % STAFF]}` }
    const [ms, { status }] = await timed(() => ask(url, { headers }))
    if (status !== 200) throw new Error(`${url} answered ${status}`)
    if (n >= 0) times.push(ms)
  }
  return times
}

/** p95 of the newest 50 rows by the index, in one statement. */
async function floorOf(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < TRIES; n++) {
    const sql = 'select * from audit_log where store_id = 1 order by at desc limit 50'
    times.push((await timed(() => admin.query(sql)))[0])
  }
  return percentile(times, 0.95)
}

/** Acts one after the other over two years; the indexes are made after them. */
async function fill() {
  const { rows: indexes } = await admin.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
     where indrelid = 'audit_log'::regclass and not indisprimary`,
  )
  for (const { name } of indexes) await admin.query(`drop index ${name}`)
  await admin.query(
    `with people as (select array_agg(user_id order by user_id) as ids from store_member where store_id = 1)
     insert into audit_log (store_id, at, user_id, action, subject_type, subject_id, details, request_id, address, device)
     select 1, now() - interval '725 days' * (1 - n / $1::float8), ids[1 + floor(power(random(), 4) * cardinality(ids))::int],
       case when n % 5000 = 0 then 'role_changed' when n % 3 = 0 then 'profile_changed' else 'act_' || n % 37 end,
       case when n % 5000 = 0 then 'role' else 'profile' end, (n % 200000)::text, '{"fields": 2}', gen_random_uuid()::text,
       '203.0.113.7', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36'
     from generate_series(1, $1::int) n, people`,
    [ROWS],
  )
  for (const { definition } of indexes) await admin.query(definition)
  await admin.query('vacuum analyze audit_log')
}
