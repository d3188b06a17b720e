import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startProduct } from './product.ts'
import { makeKeys } from './programs.ts'
import { sendRequest } from './requests.ts'
import { Figures, formatNumber, printFigures } from './table.ts'

// KEYS programs send ROWS customers in batches. Then one more program changes half of them and adds its own, and its day is undone: the rows of
// the others must have the same md5 as before.

const KEYS = 10
const ROWS = Number(process.env.ROWS ?? 10_000)
const BATCH = 1000

const product = await startProduct()
const admin = new pg.Client({ connectionString: product.superUrl })
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const figures = new Figures()
let storeId = 0

try {
  await admin.connect()
  await product.idle()
  storeId = (await one<{ id: number }>('select min(store_id)::int as id from store')).id
  await undo(await makeKeys(admin, storeId, KEYS + 1))
  printFigures(figures, `${formatNumber(ROWS)} customers of ${KEYS} programs`)
} finally {
  agent.destroy()
  await admin.end()
  await product.stop()
}

async function one<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T> {
  return (await admin.query<T>(text, values)).rows[0]!
}

async function post(key: string, path: string, body: unknown): Promise<void> {
  const headers = { authorization: `Bearer ${key}` }
  for (;;) {
    const { status, text } = await sendRequest(`${product.address}/open-api/v1/${path}`, {
      ...{ method: 'POST', headers, agent, body: JSON.stringify(body) },
    })
    if (status === 200 || status === 202) return
    if (status !== 429) throw new Error(`${path} answered ${status}: ${text}`)
    await sleep(200)
  }
}

function itemOf(n: number, prefix: string, firstName = 'ลูกค้า') {
  return { values: { firstName, lastName: `สกุล${n % 8999}`, phone: `${prefix}${String(n).padStart(7, '0')}` } }
}

async function drained(): Promise<void> {
  while ((await one<{ n: number }>('select count(*)::int as n from receipt where done_at is null')).n > 0)
    await sleep(50)
}

/** Undoes the day of one more program, and compares the rows of the others. */
async function undo(keys: readonly string[]): Promise<void> {
  const own = keys[KEYS]!
  for (let from = 0; from < ROWS; from += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, ROWS - from) }, (_, n) => itemOf(from + n, '096'))
    await post(keys[(from / BATCH) % KEYS]!, 'profiles/batch', { items })
  }
  await drained()
  const others = () =>
    one<{ rows: number; md5: string }>(
      `select count(*)::int as rows, md5(string_agg(concat_ws('|', id, first_name, last_name, phone, sources, origin_run, origin_row), ',' order by id)) as md5
       from profile where store_id = $1 and phone like '+6696%' and deleted_at is null`,
      [storeId],
    )
  const before = await others()
  for (let from = 0; from < ROWS; from += BATCH) {
    const changed = Array.from({ length: BATCH / 2 }, (_, n) => itemOf(from + n, '096', 'ชื่อที่ผิด'))
    const added = Array.from({ length: BATCH / 2 }, (_, n) => itemOf(from + n, '097'))
    await post(own, 'profiles/batch', { items: [...changed, ...added] })
  }
  await drained()
  const during = await others()
  const day = await one<{ source: number; run_id: string }>(
    `select r.data_source_id as source, r.run_id from run r join data_source d on d.store_id = r.store_id and d.id = r.data_source_id
     where r.store_id = $1 and r.kind = 'stream' order by d.credential_id desc limit 1`,
    [storeId],
  )
  const spent = product.cpu()
  await product.call('POST', `/datasource/${day.source}/history/${day.run_id}/undo`)
  while (
    (await one<{ n: number }>('select count(undone_at)::int as n from run where run_id = $1', [day.run_id])).n === 0
  )
    await sleep(100)
  const now = product.cpu()
  const after = await others()
  figures.add({
    work: `undo of a program's day: ${formatNumber(ROWS)} items`,
    figure: `rows of ${KEYS} others: ${formatNumber(after.rows)}, md5 ${after.md5 === before.md5 ? 'equal' : 'DIFFERENT'}`,
    cpu: `${formatNumber(now.node - spent.node)} + ${formatNumber(now.postgres - spent.postgres)} ms`,
    floor: `${formatNumber(before.rows)} rows before${during.md5 === before.md5 ? ', NOT CHANGED by it' : ''}`,
    ratio: '',
  })
  const { people } = await one<{ people: number }>(
    `select count(*)::int as people from profile where store_id = $1 and phone like '+6697%' and deleted_at is null`,
    [storeId],
  )
  figures.add({ work: 'its own customers left', figure: formatNumber(people), floor: '0', ratio: '' })
}
