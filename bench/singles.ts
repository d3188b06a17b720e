import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Product, startProduct } from './product.ts'
import { makeKeys } from './programs.ts'
import { sendRequest } from './requests.ts'
import { type Figure, percentile, printFigures } from './table.ts'

// Costs of an item that a program sends alone, in this checkout and in others: CHECKOUTS, paths with commas between them. KEYS programs send
// ITEMS new customers one after the other, in TURNS turns whose order rotates. Prints the median and the range of CPU and WAL of an item.

const KEYS = 10
const ITEMS = Number(process.env.ITEMS ?? 150)
const TURNS = Number(process.env.TURNS ?? 8)
/** The log of requests is written every two seconds. */
const LOG_MS = 2500

interface Spent {
  node: number
  postgres: number
  wal: number
}

interface Side {
  name: string
  product: Product
  admin: pg.Client
  keys: string[]
  sent: number
  spent: Spent[]
}

async function startSide(name: string, checkout?: string): Promise<Side> {
  const product = await startProduct(checkout === undefined ? {} : { checkout })
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  await product.idle()
  return { name, product, admin, keys: await makeKeys(admin, 1, KEYS), sent: 0, spent: [] }
}

async function now({ product, admin }: Side): Promise<Spent> {
  const { rows } = await admin.query<{ wal: number }>(
    "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal",
  )
  return { ...product.cpu(), wal: rows[0]!.wal }
}

/** Sends the items of a turn; each program waits for its answers. */
async function send(side: Side): Promise<void> {
  const { product, admin, keys } = side
  await Promise.all(
    keys.map(async (key) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let n = 0; n < ITEMS / KEYS; n++) {
        const phone = `08${String(side.sent++).padStart(8, '0')}`
        const body = JSON.stringify({ values: { firstName: 'ลูกค้า', lastName: `สกุล${phone.slice(-4)}`, phone } })
        const reply = await sendRequest(`${product.address}/open-api/v1/profiles`, {
          ...{ method: 'POST', agent, body, headers: { authorization: `Bearer ${key}` } },
        })
        if (!/"(added|waiting)"/.test(reply.text))
          throw new Error(`An item was answered ${reply.status}: ${reply.text}`)
      }
      agent.destroy()
    }),
  )
  while ((await admin.query('select from receipt where done_at is null limit 1')).rows.length > 0) await sleep(50)
  await sleep(LOG_MS)
}

const sides = [await startSide('this checkout')]
for (const path of process.env.CHECKOUTS?.split(',') ?? []) sides.push(await startSide(path, path))
try {
  for (let turn = -1; turn < TURNS; turn++)
    for (let place = 0; place < sides.length; place++) {
      const side = sides[(place + turn + 1) % sides.length]!
      const before = await now(side)
      await send(side)
      const after = await now(side)
      const each = (name: keyof Spent) => (after[name] - before[name]) / ITEMS
      // The first turn warms up.
      if (turn >= 0) side.spent.push({ node: each('node'), postgres: each('postgres'), wal: each('wal') })
    }
  printFigures(sides.map(figureOf), `items of ${KEYS} programs, median (least to most) of ${TURNS} turns of ${ITEMS}`)
} finally {
  for (const { product, admin } of sides) {
    await admin.end()
    await product.stop()
  }
}

function figureOf({ name, spent }: Side): Figure {
  const range = (values: readonly number[], digits: number) =>
    `${percentile(values, 0.5).toFixed(digits)} (${Math.min(...values).toFixed(digits)} to ${Math.max(...values).toFixed(digits)})`
  const of = (part: 'node' | 'postgres' | 'wal', digits: number) =>
    range(
      spent.map((one) => one[part]),
      digits,
    )
  return {
    work: name,
    figure: `${range(
      spent.map(({ node, postgres }) => node + postgres),
      2,
    )} ms of CPU`,
    cpu: `Node ${of('node', 2)}, PostgreSQL ${of('postgres', 2)} ms`,
    floor: `WAL ${of('wal', 0)} bytes`,
    ratio: '',
  }
}
