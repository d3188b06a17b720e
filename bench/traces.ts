import { Agent } from 'node:http'
import pg from 'pg'
import { purgeReads, sumUpReads } from '../server/reports/readers/sum-up.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { makeStore } from './programs.ts'
import { sendRequest } from './requests.ts'
import { hire } from './staff.ts'
import { type Figure, Figures, formatNumber, percentile, printFigures, timed } from './table.ts'

// Measures traces of reading. Compares the list by people with the right to sensitive values with one where no value is sensitive, in turns, so
// that other work on the machine meets both. Then who saw a customer, over READS rows of two years by hour, and the sum of a day of TODAY
// traces. ROWS profiles, TRIES requests each. PART=lists or PART=readers for one half.

const ROWS = Number(process.env.ROWS ?? 100_000)
const READS = Number(process.env.READS ?? ROWS * 20)
const TODAY = Number(process.env.TODAY ?? ROWS / 10)
const TRIES = Number(process.env.TRIES ?? 2000)
const part = process.env.PART
const WARM_UP = 150
const STAFF = 60
/** Requests for who saw a customer. */
const LOOKS = 50
/** Customers of a trace, as of a page of the list. */
const PAGE = 20

const product = await startProduct()
const admin = new pg.Client({ connectionString: product.superUrl })
await admin.connect()
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
try {
  if (part !== 'readers')
    printFigures(await lists(), `${formatNumber(ROWS)} profiles, ${formatNumber(TRIES)} requests each`)
  if (part !== 'lists') {
    printFigures(await readersOf(), `${formatNumber(ROWS)} profiles, ${formatNumber(READS)} rows of two years`)
    printFigures(await sums())
  }
} finally {
  agent.destroy()
  await admin.end()
  await product.stop()
}

/** Milliseconds of requests of several callers in turns. */
async function inTurns(callers: (() => Promise<void>)[]): Promise<number[][]> {
  const times = callers.map((): number[] => [])
  for (let turn = -WARM_UP; turn < TRIES; turn++)
    for (let n = 0; n < callers.length; n++) {
      // Another one begins each time.
      const place = (n + turn + WARM_UP) % callers.length
      const [ms] = await timed(callers[place]!)
      if (turn >= 0) times[place]!.push(ms)
    }
  return times
}

async function lists(): Promise<Figure[]> {
  await fillStore(admin, 1, ROWS)
  // The same customers, with their numbers in a field that is not sensitive.
  const open = await makeStore(admin)
  await fillStore(admin, open, ROWS)
  await admin.query('update profile set company = citizen_id, citizen_id = null where store_id = $1', [open])
  const read = ['cdp-core.profile.read'] as const
  const right = [...read, 'cdp-core.profile-sensitive.read'] as const
  const staff = {
    traced: await hire(product, STAFF, { permissions: right }),
    open: await hire(product, STAFF, { permissions: right, storeId: open }),
    masked: await hire(product, STAFF, { permissions: read }),
  }
  const asked = { limit: PAGE, sort_by: 'updated_at', sort_dir: 'desc', filter: {}, names: 'once' }
  const figures = new Figures()
  for (const [work, path, body] of [
    ['list as its screen asks', '/profile/query', JSON.stringify(asked)],
    ['list, page of 10', '/profile?limit=10'],
    ['list, page of 50', '/profile?limit=50'],
  ] as const) {
    let turn = 0
    const caller = (tokens: readonly string[]) => async () => {
      const headers = { authorization: `Bearer ${tokens[turn++ % STAFF]}` }
      const request = body ? { method: 'POST', body, headers, agent } : { headers, agent }
      const { status, text } = await sendRequest(`${product.address}/api${path}`, request)
      if (status !== 200) throw new Error(`${path} answered ${status}: ${text}`)
    }
    const callers = [caller(staff.traced), caller(staff.traced), caller(staff.open), caller(staff.masked)]
    const [traced, again, plain, masked] = await inTurns(callers)
    figures.add(figureOf(`${work}, with a trace`, traced!, 'no value sensitive', plain!))
    figures.add(figureOf(`${work}, without the right`, masked!, 'no value sensitive', plain!))
    figures.add(figureOf(`${work}, with a trace again`, again!, 'with a trace', traced!))
  }
  return figures.rows
}

function figureOf(work: string, times: number[], beside: string, floor: number[]): Figure {
  const both = (of: number[]) => `p50 ${percentile(of, 0.5).toFixed(2)}, p95 ${percentile(of, 0.95).toFixed(2)} ms`
  const ratio = (share: number) => (percentile(times, share) / percentile(floor, share)).toFixed(2)
  return { work, figure: both(times), floor: `${both(floor)} ${beside}`, ratio: `${ratio(0.5)}, ${ratio(0.95)}` }
}

/** Times the readers of a customer, also before the planner has statistics. */
async function readersOf(): Promise<Figure[]> {
  const began = performance.now()
  // In the order of time, as they come. Every 401st is of one customer, whom programs read each hour.
  await admin.query("set maintenance_work_mem = '1GB'")
  await admin.query('alter table sensitive_read_hour drop constraint sensitive_read_hour_pkey')
  await admin.query(
    `insert into sensitive_read_hour (store_id, profile_id, hour, viewer, way, role, field_ids, reads)
     select 1, case when n % 401 = 0 then 1 else 1 + n * 7919::bigint % $2 end,
       date_trunc('day', now(), 'UTC') - interval '2 years' + interval '1 hour' * (n * 17500::bigint / $1),
       'person:' || 1 + n % 97, (array['GET /api/profile', 'POST /api/profile/query', 'GET /api/profile/{id}/history'])[1 + n % 3],
       'พนักงาน', '{10}', 1 from generate_series(1::bigint, $1) n`,
    [READS, ROWS],
  )
  await admin.query('alter table sensitive_read_hour add primary key (store_id, profile_id, hour, viewer, way)')
  console.log(`Filled in ${Math.round((performance.now() - began) / 1000)} s`)
  // Traces of the current hour, which are not summed up yet.
  await addTraces('clock_timestamp()')
  const staff = await hire(product, STAFF)
  const busiest = await admin.query<{ n: number }>(
    'select count(*)::int as n from sensitive_read_hour where profile_id = 1',
  )
  const figures = new Figures()
  for (const statistics of ['none', 'analyzed']) {
    if (statistics === 'analyzed') await admin.query('analyze sensitive_read_hour, sensitive_read')
    for (const [who, idOf] of [
      ['any customer', (n: number) => 2 + ((n * 104_729) % (ROWS - 1))],
      [`one with ${formatNumber(busiest.rows[0]!.n)} rows`, () => 1],
    ] as const) {
      const times: number[] = []
      const before = product.cpu()
      for (let n = 0; n < LOOKS; n++) {
        const headers = { authorization: `Bearer ${staff[n % STAFF]}` }
        const [ms, { status, text }] = await timed(() =>
          sendRequest(`${product.address}/api/profile/${idOf(n)}/readers?limit=50`, { headers, agent }),
        )
        if (status !== 200) throw new Error(`The readers answered ${status}: ${text}`)
        times.push(ms)
      }
      const [first, most] = [times[0]!, Math.max(...times)]
      const after = product.cpu()
      const cpuOf = (who: 'node' | 'postgres') => ((after[who] - before[who]) / LOOKS).toFixed(1)
      figures.add({
        work: `who saw ${who}, statistics: ${statistics}`,
        figure: `first ${first.toFixed(1)}, p50 ${percentile(times, 0.5).toFixed(1)}, p95 ${percentile(times, 0.95).toFixed(1)}, most ${most.toFixed(1)} ms`,
        cpu: `${cpuOf('node')} + ${cpuOf('postgres')} ms`,
        floor: '1,000 ms',
        ratio: (most / 1000).toFixed(2),
      })
    }
  }
  return figures.rows
}

/** Traces of pages of the list. */
async function addTraces(at: string): Promise<void> {
  await admin.query(
    `insert into sensitive_read (store_id, at, viewer, role, way, field_ids, profile_ids, request_id)
     select 1, ${at}, 'person:' || 1 + n % 30, 'พนักงาน', 'GET /api/profile', '{10}',
       array(select (n * 31 + k) % $2::int + 1 from generate_series(1, ${PAGE}) k), gen_random_uuid()::text
     from generate_series(1, $1::int) n`,
    [TODAY, ROWS],
  )
}

/** The sum of a day with the digests of two years, then the end of what is older. */
async function sums(): Promise<Figure[]> {
  await admin.query('truncate sensitive_read')
  await addTraces("date_trunc('day', now(), 'UTC') - interval '1 day' + interval '1 day' * (n - 1) / $1::int")
  const pool = new pg.Pool({ connectionString: product.appUrl, max: 1 })
  const blocks: number[] = []
  const measured = {
    async query(text: string, values?: unknown[]) {
      const [ms, found] = await timed(() => pool.query(text, values))
      blocks.push(ms)
      return found
    },
  } as Pick<pg.Pool, 'query'>
  const figures = new Figures()
  for (const [work, sum] of [
    [`sum of ${formatNumber(TODAY)} traces of ${PAGE} customers`, () => sumUpReads(measured)],
    ['end of rows older than two years', () => purgeReads(measured)],
  ] as const) {
    if (work.startsWith('end'))
      await admin.query(
        "update sensitive_read_hour set hour = hour - interval '1 year' where hour < now() - interval '23 months'",
      )
    blocks.length = 0
    const [ms] = await timed<unknown>(sum)
    figures.add({
      work,
      figure: `${formatNumber(ms)} ms in ${blocks.length} transactions`,
      floor: `longest ${formatNumber(Math.max(...blocks))} ms, p50 ${formatNumber(percentile(blocks, 0.5))} ms`,
      ratio: '',
    })
  }
  await pool.end()
  return figures.rows
}
