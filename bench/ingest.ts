import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { atLeast, atMost } from './bars.ts'
import { startProduct } from './product.ts'
import { makeKeys, makeStore } from './programs.ts'
import { sendRequest } from './requests.ts'
import { steadily } from './steady.ts'
import { Figures, formatNumber, perSecond, printFigures, timed } from './table.ts'

// Measures items of programs over HTTP, with the load generator on the same two cores. Sends RATE single upserts a second for SECONDS
// through CONNECTIONS with KEYS credentials, to one store and to ten; the floor is one-row INSERTs with commit at the same rate. Sends ROWS
// items in batches of 1,000, new and unchanged; the floor is a file with the same rows. CHECKOUT starts the product of another checkout, so
// that two versions are compared in turns.

const RATE = Number(process.env.RATE ?? 500)
const SECONDS = Number(process.env.SECONDS ?? 60)
const ROWS = Number(process.env.ROWS ?? 50_000)
const CONNECTIONS = 50
const KEYS = 10
const STORES = 10
const BATCH = 1000
/** Batches sent at the same time. */
const SENDERS = 2

const folder = await mkdtemp(join(tmpdir(), 'ruam-ingest-'))
const { CHECKOUT: checkout } = process.env
const product = await startProduct(checkout ? { checkout } : {})
const admin = new pg.Client({ connectionString: product.superUrl })
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
const figures = new Figures()

type Person = readonly [firstName: string, lastName: string, phone: string, email: string, workplace: string]
const personOf = (n: number, prefix: string): Person => {
  const number = String(n).padStart(7, '0')
  return [`ลูกค้า${n % 997}`, `สกุล${n % 8999}`, `${prefix}${number}`, `${prefix}${number}@example.com`, `สาขา ${n % 40}`]
}
const itemOf = ([firstName, lastName, phone, email, workplace]: Person) => ({
  values: { firstName, lastName, phone, email, workplace },
})

try {
  await admin.connect()
  await product.idle()
  const [{ store_id: first }] = (await admin.query('select min(store_id)::int as store_id from store')).rows as [
    { store_id: number },
  ]
  const bare = await floorOfInserts(first)
  const oneStore = await makeKeys(admin, first, KEYS)
  await singles('one store', oneStore, '081', [first], bare)
  const others: number[] = []
  const ofOthers: string[] = []
  for (let n = 0; n < STORES; n++) {
    others.push(await makeStore(admin))
    ofOthers.push(...(await makeKeys(admin, others[n]!, 1)))
  }
  await singles(`${STORES} stores`, ofOthers, '082', others, bare)
  await storedAlone(first, oneStore)
  await batches(oneStore[0]!)
  figures.add({
    work: 'peak memory of all Node processes',
    figure: `${formatNumber(product.peakMemory())} MB`,
    floor: '',
    ratio: '',
    bar: atMost(product.peakMemory(), 300, 'MB'),
  })
  printFigures(
    figures,
    `${RATE} requests a second for ${SECONDS} s; ${formatNumber(ROWS)} rows of 5 columns${checkout ? `, of ${checkout}` : ''}`,
  )
} finally {
  agent.destroy()
  await admin.end()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

async function post(key: string, path: string, body: unknown): Promise<number> {
  const headers = { authorization: `Bearer ${key}` }
  const sent = { method: 'POST', headers, agent, body: JSON.stringify(body) }
  const { status, text } = await sendRequest(`${product.address}/open-api/v1/${path}`, sent)
  if (status !== 200 && status !== 202) throw new Error(`${path} answered ${status}: ${text}`)
  return status
}

/** Milliseconds of CPU between two looks, for each of so many. */
function cpuOf(before: ReturnType<typeof product.cpu>, count: number, unit: 'ms' | 'us' = 'ms'): string {
  const after = product.cpu()
  const each = (ms: number) => (((unit === 'us' ? 1000 : 1) * ms) / count).toFixed(2)
  return `${each(after.node - before.node)} + ${each(after.postgres - before.postgres)} ${unit}`
}

/** The same rows as one-row INSERTs with commit, into a table with the indexes of profiles behind the same wall. */
async function floorOfInserts(storeId: number) {
  await admin.query('create table floor_profile (like profile including all)')
  await admin.query("select wall('floor_profile')")
  const pool = new pg.Pool({
    connectionString: product.appUrl,
    max: CONNECTIONS,
    options: `-c ruam.store_id=${storeId}`,
  })
  // Connecting is not measured.
  await Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query('select pg_sleep(0.2)')))
  const before = product.cpu()
  const times = await steadily({ perSecond: RATE, seconds: Math.min(SECONDS, 20) }, async (n) => {
    await pool.query({
      name: 'floor',
      text: `insert into floor_profile (store_id, custom, sources, first_name, last_name, phone, email, workplace)
        values ($1, '{}', '{}', $2, $3, $4, $5, $6)`,
      values: [storeId, ...personOf(n, '080')],
    })
  })
  const cpu = cpuOf(before, times.count)
  await pool.end()
  await admin.query('drop table floor_profile')
  return { ...times, cpu }
}

async function singles(
  where: string,
  keys: readonly string[],
  prefix: string,
  stores: readonly number[],
  bare: Awaited<ReturnType<typeof floorOfInserts>>,
): Promise<void> {
  const counts = async () => {
    const { rows } = await admin.query<{ people: number; records: number; done: number }>(
      `select (select count(*)::int from profile where store_id = any($1)) as people,
         (select count(*)::int from run_record where store_id = any($1)) as records,
         (select count(*)::int from receipt where store_id = any($1) and done_at is not null) as done`,
      [stores],
    )
    return rows[0]!
  }
  // Compilation and planning are not measured.
  await steadily({ perSecond: 100, seconds: 2 }, async (n) => {
    await post(keys[n % keys.length]!, 'profiles', itemOf(personOf(n, '089')))
  })
  const had = await counts()
  const before = product.cpu()
  let late = 0
  const times = await steadily({ perSecond: RATE, seconds: SECONDS }, async (n) => {
    // A till repeats sales: every twentieth item was sent before, with the same credential.
    const person = personOf(n % 20 === 19 ? n - 10 : n, prefix)
    if ((await post(keys[n % keys.length]!, 'profiles', itemOf(person))) === 202) late++
  })
  const cpu = cpuOf(before, times.count)
  const has = await counts()
  const [people, records, done] = [has.people - had.people, has.records - had.records, has.done - had.done]
  const made = Array.from({ length: times.count }, (_, n) => n).filter((n) => n % 20 !== 19).length
  figures.add({
    work: `single upserts, ${where}`,
    figure: `p50 ${times.p50.toFixed(1)}, p99 ${times.p99.toFixed(1)} ms; ${late} answered 202`,
    cpu,
    floor: `INSERT: p50 ${bare.p50.toFixed(1)}, p99 ${bare.p99.toFixed(1)} ms, ${bare.cpu}`,
    ratio: (times.p99 / bare.p99).toFixed(1),
    n: times.count,
    bar: atMost(times.p99 / bare.p99, 5),
  })
  figures.add({
    work: `single upserts, ${where}: counted by SQL`,
    figure: `${formatNumber(times.count)} answered, ${formatNumber(done)} done, ${formatNumber(records)} records, ${formatNumber(people)} people`,
    floor: `${formatNumber(made)} people`,
    ratio: '',
  })
}

/** Measures storing and answering requests while an import holds the profiles, then writing them. */
async function storedAlone(storeId: number, keys: readonly string[]): Promise<void> {
  const { rows } = await admin.query<{ id: number }>(
    `insert into run (store_id, run_id, data_source_id, kind, status, version, mapping, file_id, total)
     select store_id, 'held', data_source_id, 'real', 'processing', 0, mapping, 0, 1 from run where store_id = $1 limit 1
     returning id`,
    [storeId],
  )
  const before = product.cpu()
  const times = await steadily({ perSecond: RATE, seconds: Math.min(SECONDS, 10) }, async (n) => {
    await post(keys[n % keys.length]!, 'profiles', itemOf(personOf(n, '083')))
  })
  figures.add({
    work: 'of it: authorizing, storing and answering 202',
    figure: `p50 ${times.p50.toFixed(1)}, p99 ${times.p99.toFixed(1)} ms`,
    cpu: cpuOf(before, times.count),
    floor: '',
    ratio: '',
  })
  await admin.query('delete from run where store_id = $1 and id = $2', [storeId, rows[0]!.id])
  const stored = product.cpu()
  const [ms] = await timed(async () => {
    await post(keys[0]!, 'profiles', itemOf(personOf(times.count, '083')))
    while ((await admin.query('select from receipt where done_at is null limit 1')).rows.length > 0);
  })
  figures.add({
    work: 'of it: deciding and writing, 2,500 waiting items at once',
    figure: `${formatNumber(perSecond(times.count, ms))} items/s`,
    cpu: cpuOf(stored, times.count),
    floor: '',
    ratio: '',
  })
}

async function batches(key: string): Promise<void> {
  const lines = Array.from({ length: ROWS }, (_, n) => personOf(n, '084').join())
  const file = join(folder, 'people.csv')
  await writeFile(file, `ชื่อ,นามสกุล,เบอร์โทร,อีเมล,ที่ทำงาน\n${lines.join('\n')}\n`)
  for (const kind of ['all new', 'all unchanged'] as const) {
    const id = await product.load(file, kind)
    await product.map(id)
    const dry = await product.dryRun(id)
    const beforeFile = product.cpu()
    const [fileMs] = await timed(() => product.run(id, dry.run_id as string))
    const fileCpu = cpuOf(beforeFile, ROWS, 'us')
    await product.idle()
    const left = Array.from({ length: Math.ceil(ROWS / BATCH) }, (_, n) => n * BATCH).reverse()
    const beforeApi = product.cpu()
    const [ms] = await timed(async () => {
      const sender = async () => {
        for (let from = left.pop(); from !== undefined; from = left.pop()) {
          const people = Array.from({ length: Math.min(BATCH, ROWS - from) }, (_, n) => personOf(from! + n, '085'))
          await post(key, 'profiles/batch', { items: people.map(itemOf) })
        }
      }
      await Promise.all(Array.from({ length: SENDERS }, sender))
      while ((await admin.query('select from receipt where done_at is null limit 1')).rows.length > 0);
    })
    const cpu = cpuOf(beforeApi, ROWS, 'us')
    await product.idle()
    const [rate, floor] = [perSecond(ROWS, ms), perSecond(ROWS, fileMs)]
    figures.add({
      work: `batches of ${formatNumber(BATCH)}, ${kind}`,
      figure: `${formatNumber(rate)} items/s`,
      cpu,
      floor: `${formatNumber(floor)} rows/s of a file, ${fileCpu}`,
      ratio: (rate / floor).toFixed(2),
      bar: atLeast(rate / floor, 0.5),
    })
  }
}
