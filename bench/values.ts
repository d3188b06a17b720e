import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { hire } from './staff.ts'
import { analyzeIfRequested } from './statistics.ts'
import { type Figure, Figures, formatNumber, percentile, printFigures, spreadOf, timed } from './table.ts'

// Values offered while typing, over HTTP: prefixes of few, many and no values, in fields with few and with a million different
// values; compared with a count of all profiles and a read of one index entry, by pg alone.

const ROWS = Number(process.env.ROWS ?? 100_000)
const TRIES = 40
const STAFF = 60
/** People who were changed since the last reading. */
const CHANGED = 20_000
const product = await startProduct()
const staff = await hire(product, STAFF)
const admin = new pg.Client({ connectionString: product.superUrl })
await admin.connect()
const holder = new pg.Client({ connectionString: product.superUrl })
await holder.connect()
const app = new pg.Client({ connectionString: product.appUrl })
await app.connect()
await app.query("select set_config('ruam.store_id', '1', false)")

/** Field and text; the fields are those of list-data.ts. */
const cases: Record<string, [field: string, text: string]> = {
  'two values, half of all each': ['gender', 'm'],
  'few values, Thai': ['occupation', 'พ'],
  'few values, all of them': ['favourite', ''],
  'one value of one person': ['occupation', 'ฮวง'],
  'one value of one person, own field': ['branch', 'ฮวง'],
  'one value of one person, Latin': ['nickname', 'zo'],
  'one value of a hundred thousand': ['memberLevel', 'แพล'],
  'nobody, few values': ['gender', 'x'],
  'nobody, own field': ['seller', 'ไม่มี'],
  'nobody, many values': ['memberCode', 'zz'],
  'many values, one letter': ['lastName', 'ก'],
  'a name that few have': ['lastName', 'กรกรกร'],
  'many addresses': ['address', '89'],
  'an address that few have': ['address', '899/8'],
  'a code of a million': ['memberCode', 'rm-00a1'],
  'a note of a million': ['note', 'แพ้ กุ้ง 1999'],
  'a number': ['points', '49'],
  'an amount that few have': ['amount', '89998'],
  'a day': ['joinedOn', '2024-0'],
  'yes or no': ['wantsMail', 't'],
  'a phone that many share': ['phone', '0999'],
  'a phone': ['phone', '0811'],
  'an e-mail': ['email', 'c999'],
  'a citizen id': ['citizenId', '90000001'],
}

try {
  await holdReading()
  const [fillMs] = await timed(() => fillStore(admin, 1, ROWS))
  await plantFew()
  const unread = await asked('occupation', 'ฮวง', 5)
  await holder.query('commit')
  const [readMs] = await timed(untilRead)
  console.log(`${formatNumber(ROWS)} profiles of 20 own fields, filled in ${formatNumber(fillMs / 1000)} s; their values were read in
${formatNumber(readMs / 1000)} s, ${((readMs * 1000) / ROWS).toFixed(0)} µs a profile. Unread: p50 ${percentile(unread, 0.5).toFixed(0)} ms for one value.`)
  await tellSizes()
  const figures = new Figures()
  const measure = async (when: string) => {
    for (const [work, [field, text]] of Object.entries(cases))
      await figures.measure(() => figureOf(`${work}${when}`, field, text))
  }
  await measure('')
  await holdReading()
  await admin.query(
    `update profile set updated_at = clock_timestamp() where store_id = 1 and id in (select id from profile order by id limit ${CHANGED})`,
  )
  await measure(`, ${formatNumber(CHANGED)} just changed`)
  printFigures(figures)
} finally {
  await admin.end()
  await app.end()
  await holder.end()
  await product.stop()
}

/** Gives the least recently changed profile unique values, and a tenth of all profiles one phone. */
async function plantFew() {
  const { rows } = await admin.query<{ field_name: string; id: number }>('select field_name, id from profile_field')
  const idOf = (name: string) => rows.find(({ field_name }) => field_name === name)!.id
  await admin.query(
    `update profile set occupation = 'ฮวงจุ้ย', custom = custom || $1 where id = (select min(id) from profile)`,
    [{ [idOf('branch')]: 'ฮวงจุ้ย', [idOf('nickname')]: 'Zoë' }],
  )
  await admin.query("update profile set phone = '+66999999999' where id % 10 = 1")
  await analyzeIfRequested(admin)
}

/** Nothing is read until the transaction ends: the reading passes over a store that another one holds. */
async function holdReading() {
  await app.query('insert into profile_value_read (store_id) values (1) on conflict do nothing')
  await holder.query('begin')
  await holder.query('select from profile_value_read where store_id = 1 for update')
}

async function untilRead() {
  for (;;) {
    const { rows } = await admin.query('select auth.stores_to_read()')
    if (rows.length === 0) return
    await sleep(500)
  }
}

async function tellSizes() {
  const { rows } = await admin.query<{ name: string; bytes: number; rows: number }>(
    `select c.relname as name, pg_total_relation_size(c.oid) as bytes, c.reltuples::bigint as rows
     from pg_class c where c.relname in ('profile', 'profile_value') order by 1`,
  )
  for (const { name, bytes, rows: count } of rows)
    console.log(`${name}: ${formatNumber(bytes / 1e6)} MB with its indexes, about ${formatNumber(count)} rows`)
}

async function figureOf(work: string, field: string, text: string): Promise<Figure> {
  await asked(field, text, 3)
  const times = await asked(field, text, TRIES)
  const counts = await byPg('select count(*) from profile where store_id = 1 and deleted_at is null', 2)
  const probes = await byPg('select updated_at from profile where store_id = 1 and id = 1', 5)
  const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)]
  const [count, probe] = [percentile(counts, 0.5), percentile(probes, 0.5)]
  return {
    work,
    figure: `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`,
    floor: `count ${count.toFixed(0)} ms, probe ${probe.toFixed(2)} ms`,
    ratio: (p50 / count).toFixed(2),
    ...spreadOf(times),
  }
}

/** Milliseconds of each of so many answers. */
async function asked(field: string, text: string, tries: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const url = `${product.address}/api/profile/search/${field}?value=${encodeURIComponent(text)}`
  const times: number[] = []
  for (let n = 0; n < tries; n++) {
    const began = performance.now()
    await new Promise<void>((resolve, reject) => {
      get(url, { agent, headers: { authorization: `Bearer ${staff[n % STAFF]}` } }, (reply) => {
        reply.resume().on('end', () => {
          if (reply.statusCode === 200) resolve()
          else reject(new Error(`${url} answered ${reply.statusCode}`))
        })
      }).on('error', reject)
    })
    times.push(performance.now() - began)
  }
  agent.destroy()
  return times
}

async function byPg(text: string, tries: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < tries; n++) times.push((await timed(() => app.query(text)))[0])
  return times
}
