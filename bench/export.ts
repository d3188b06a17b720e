import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { to } from 'pg-copy-streams'
import { atLeast, atMost } from './bars.ts'
import { fillStore } from './list-data.ts'
import { startProduct } from './product.ts'
import { Figures, formatNumber, perSecond, printFigures, timed } from './table.ts'

// Customers of 15 columns as a file, from the call to the end of its job, compared with COPY TO of the same rows by the application role; the
// list of customers meanwhile; a download; and three exports side by side.

const ROWS = Number(process.env.ROWS ?? 100_000)
const product = await startProduct()
const figures = new Figures()
const admin = new pg.Client({ connectionString: product.superUrl })
try {
  await admin.connect()
  const { rows } = await admin.query<{ store_id: number }>('select store_id from store')
  const storeId = rows[0]!.store_id
  await fillStore(admin, storeId, ROWS)
  const own = await admin.query<{ id: number }>("select id from profile_field where field_name = 'memberCode'")
  const fields = ['id', 'firstName', 'lastName', 'phone', 'email', 'birthDate', 'gender', 'occupation', 'businessType']
  const columns = [...fields, 'address', 'amount', `field_${own.rows[0]!.id}`, 'labels', 'createdAt', 'updatedAt']
  await copied(storeId, own.rows[0]!.id)
  const floor = perSecond(ROWS, await copied(storeId, own.rows[0]!.id))
  const idle = product.ownMemory()
  const calm = await pages(300)
  const begin = (file_type: string) =>
    product
      .call('POST', '/v2/export', { type: 'profile', file_type, columns })
      .then(({ export_id }) => export_id as number)

  const alone = new Map<string, number>()
  for (const fileType of ['csv', 'xlsx']) {
    let server = 0
    let writer = 0
    const watch = setInterval(() => {
      server = Math.max(server, product.ownMemory())
      writer = Math.max(writer, product.writerMemory())
    }, 20)
    const before = await storedBytes(storeId)
    let first = 0
    const [ms, item] = await timed(async () => {
      const asked = performance.now()
      const id = await begin(fileType)
      while ((await storedBytes(storeId)) <= before) await sleep(5)
      first = performance.now() - asked
      return over(id)
    })
    clearInterval(watch)
    alone.set(fileType, ms)
    const rate = perSecond(ROWS, ms)
    const at = `${formatNumber(rate)} rows/s, ${formatNumber((item.size as number) / 2 ** 20)} MB`
    figures.add({
      work: `${fileType} of ${formatNumber(ROWS)}`,
      figure: at,
      floor: `${formatNumber(floor)} COPY TO`,
      ratio: (rate / floor).toFixed(2),
      bar: fileType === 'csv' ? atLeast(rate / floor, 0.5) : atLeast(rate, 60_000, 'rows/s'),
    })
    figures.add({
      work: `${fileType}: first bytes stored`,
      figure: `${formatNumber(first)} ms`,
      floor: '',
      ratio: '',
      bar: atMost(first, 1000, 'ms'),
    })
    figures.add({
      work: `${fileType}: memory of the server above idle`,
      figure: `${formatNumber(server - idle)} MB`,
      floor: `${formatNumber(idle)} MB idle`,
      ratio: '',
      bar: atMost(server - idle, 60, 'MB'),
    })
    if (writer > 0)
      figures.add({
        work: `${fileType}: memory of the process that writes it`,
        figure: `${formatNumber(writer)} MB`,
        floor: '',
        ratio: '',
        bar: atMost(writer, 200, 'MB'),
      })
    const { url } = await product.call('POST', (item.url as string).replace('/api', ''))
    const begun = performance.now()
    const reply = await fetch(`${product.address}${url}`)
    await reply.body!.getReader().read()
    const waited = performance.now() - begun
    figures.add({
      work: `${fileType}: download, first byte`,
      figure: `${formatNumber(waited)} ms`,
      floor: '',
      ratio: '',
      bar: atMost(waited, 100, 'ms'),
    })
    await reply.body!.cancel().catch(() => {})
  }
  for (const fileType of ['csv', 'xlsx']) {
    const id = await begin(fileType)
    const beside = over(id)
    const busy = await pages(300, beside)
    await beside
    figures.add({
      work: `list p99 beside a ${fileType}`,
      figure: `${busy.p99.toFixed(1)} ms of ${busy.count}`,
      floor: `${calm.p99.toFixed(1)} ms idle`,
      ratio: (busy.p99 / calm.p99).toFixed(2),
      n: busy.count,
      bar: atMost(busy.p99 / calm.p99, 2),
    })
  }
  const [three] = await timed(async () => {
    const ids = await Promise.all(['csv', 'csv', 'csv'].map(begin))
    await Promise.all(ids.map(over))
  })
  const one = alone.get('csv')!
  figures.add({
    work: 'three csv side by side',
    figure: `${formatNumber(three)} ms`,
    floor: `${formatNumber(one)} ms one`,
    ratio: (three / one).toFixed(2),
    bar: atMost(three / one, 3.5),
  })
  printFigures(figures)
} finally {
  await admin.end()
  await product.stop()
}

/** Bytes in the storage of a store. */
async function storedBytes(storeId: number): Promise<number> {
  const folder = join(product.folder, 'files', String(storeId))
  const names = await readdir(folder).catch((): string[] => [])
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}

async function over(id: number) {
  for (;;) {
    const { data } = (await product.call('GET', '/export?limit=0')) as { data: Record<string, unknown>[] }
    const item = data.find(({ export_id }) => export_id === id)!
    if (item.status === 'completed') return item
    if (item.status !== 'processing')
      throw new Error(`The export ended as ${item.status}: ${JSON.stringify(item.error)}`)
    await sleep(50)
  }
}

/** Pages of the list one after the other, so many, or until something is over. */
async function pages(most: number, until?: Promise<unknown>) {
  const times: number[] = []
  let ended = false
  until?.then(() => (ended = true))
  while (until ? !ended : times.length < most) {
    const [ms] = await timed(() => product.call('GET', '/profile?limit=20'))
    times.push(ms)
    await sleep(5)
  }
  times.sort((a, b) => a - b)
  return { p99: times[Math.floor(times.length * 0.99)] ?? 0, count: times.length }
}

/** The same rows by COPY TO, as the application role, read and thrown away: milliseconds. */
async function copied(storeId: number, own: number): Promise<number> {
  const client = new pg.Client({ connectionString: product.appUrl })
  await client.connect()
  const [ms] = await timed(async () => {
    await client.query(`begin; set local ruam.store_id = '${storeId}'`)
    const stream = client.query(
      to(`copy (select p.id, first_name, last_name, phone, email, birth_date, gender, occupation, business_type, address, amount,
          custom ->> '${own}', n.labels, p.created_at, p.updated_at
        from profile p left join (select l.profile_id, string_agg(label.name, ', ') as labels from profile_label l
          join label on label.store_id = l.store_id and label.id = l.label_id where l.store_id = ${storeId} group by 1) n on n.profile_id = p.id
        where p.store_id = ${storeId} and p.deleted_at is null and p.merged_into is null) to stdout (format csv)`),
    )
    for await (const _ of stream) {
    }
    await client.query('commit')
  })
  await client.end()
  return ms
}
