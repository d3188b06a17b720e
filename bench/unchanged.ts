import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { atMost } from './bars.ts'
import { startProduct } from './product.ts'
import { makeKeys } from './programs.ts'
import { sendRequest } from './requests.ts'
import { Figures, formatNumber, printFigures } from './table.ts'

// Sends ROWS items in batches of 1,000: new ones, then the same again, ROUNDS times, and prints CPU and WAL of each. CHECKOUT starts the product
// of another checkout, so that two versions are compared in turns.

const ROWS = Number(process.env.ROWS ?? 20_000)
const ROUNDS = Number(process.env.ROUNDS ?? 3)
const BATCH = 1000
/** Items of the first, unmeasured rounds: statements are compiled meanwhile. */
const WARM = 5000
const checkout = process.env.CHECKOUT ?? fileURLToPath(new URL('..', import.meta.url))

const product = await startProduct({ checkout })
const admin = new pg.Client({ connectionString: product.superUrl })
const agent = new Agent({ keepAlive: true, maxSockets: 2 })
const figures = new Figures()
let key: string | undefined

interface Spent {
  node: number
  postgres: number
  wal: number
}

try {
  await admin.connect()
  await product.idle()
  const { rows } = await admin.query<{ store_id: number }>('select min(store_id)::int as store_id from store')
  ;[key] = await makeKeys(admin, rows[0]!.store_id, 1)
  await send(key!, 0, WARM)
  await send(key!, 0, WARM)
  await product.idle()
  for (let round = 0; round < ROUNDS; round++) {
    const from = WARM + round * ROWS
    const [made, repeated] = [await measured(from), await measured(from)]
    add('new', made)
    add('unchanged', repeated, made)
  }
  printFigures(figures, `${formatNumber(ROWS)} items of 5 values, of ${checkout}`)
} finally {
  agent.destroy()
  await admin.end()
  await product.stop()
}

function add(kind: string, spent: Spent, first?: Spent): void {
  const each = (one: Spent) => (1000 * (one.node + one.postgres)) / ROWS
  figures.add({
    work: `batches of ${formatNumber(BATCH)}, ${kind}`,
    figure: `${Math.round(each(spent))} µs, ${Math.round(spent.wal / ROWS)} bytes of WAL an item`,
    cpu: `${((1000 * spent.node) / ROWS).toFixed(0)} + ${((1000 * spent.postgres) / ROWS).toFixed(0)} µs`,
    floor: first ? `${Math.round(each(first))} µs, all new` : '',
    ratio: first ? (each(spent) / each(first)).toFixed(2) : '',
    ...(first && { bar: atMost(each(spent) / each(first), 1) }),
  })
}

/** Sends items from a number on, with nothing else at work. */
async function measured(first: number): Promise<Spent> {
  await product.idle()
  await admin.query('checkpoint')
  const wal = async () => {
    const { rows } = await admin.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes")
    return Number(rows[0]!.bytes)
  }
  const [from, before] = [await wal(), product.cpu()]
  await send(key!, first, ROWS)
  const after = product.cpu()
  const [node, postgres] = [after.node - before.node, after.postgres - before.postgres]
  return { node, postgres, wal: (await wal()) - from }
}

/** Sends items in batches, one after another, and waits until they are written. */
async function send(key: string, from: number, count: number): Promise<void> {
  for (let n = from; n < from + count; n += BATCH) {
    const items = Array.from({ length: Math.min(BATCH, from + count - n) }, (_, place) => itemOf(n + place))
    const headers = { authorization: `Bearer ${key}` }
    const sent = { method: 'POST', headers, agent, body: JSON.stringify({ items }) }
    const { status, text } = await sendRequest(`${product.address}/open-api/v1/profiles/batch`, sent)
    if (status !== 200 && status !== 202) throw new Error(`The batch was answered ${status}: ${text}`)
  }
  while ((await admin.query('select from receipt where done_at is null limit 1')).rows.length > 0);
}

function itemOf(n: number) {
  const number = `084${String(n).padStart(7, '0')}`
  const values = { firstName: `ลูกค้า${n % 997}`, lastName: `สกุล${n % 8999}`, phone: number }
  return { values: { ...values, email: `${number}@example.com`, workplace: `สาขา ${n % 40}` } }
}
