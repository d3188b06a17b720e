import { Agent } from 'node:http'
import pg from 'pg'
import { fillStore } from './list-data.ts'
import { type Product, startProduct } from './product.ts'
import { makeKeys } from './programs.ts'
import { sendRequest } from './requests.ts'
import { Figures, formatNumber, printFigures } from './table.ts'
import { inTurns } from './turns.ts'

// CPU of an answer that is compressed, or that the caller has already, next to the plain one, in TURNS turns. BEFORE is another checkout: its
// plain answers are compared with those of this one, which shows the cost of tags. ROWS profiles in each store.

const ROWS = Number(process.env.ROWS ?? 5000)
const BEFORE = process.env.BEFORE

/** Requests of a turn: CPU is counted in steps of 10 ms. */
const reads = [
  { path: '/open-api/v1/profiles?limit=10', requests: 200 },
  { path: '/open-api/v1/profiles?limit=1000', requests: 10 },
]

interface Side {
  product: Product
  keys: string[]
}

async function startSide(checkout?: string): Promise<Side> {
  const product = await startProduct(checkout ? { checkout } : {})
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  await fillStore(admin, 1, ROWS)
  const keys = await makeKeys(admin, 1, 10)
  await admin.end()
  return { product, keys }
}

const headersOf = ({ keys }: Side, n: number, more: Record<string, string>) => ({
  ...{ authorization: `Bearer ${keys[n % keys.length]}` },
  ...more,
})

/** Returns a turn of requests, each of which is answered with the status. */
const turn = (side: Side, path: string, requests: number, more: Record<string, string> = {}, status = 200) => ({
  async prepare() {
    counted = side.product
  },
  async work() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let n = 0; n < requests; n++) {
      const reply = await sendRequest(side.product.address + path, { agent, headers: headersOf(side, n, more) })
      if (reply.status !== status) throw new Error(`${path} answered ${reply.status}`)
    }
    agent.destroy()
  },
})

const figures = new Figures()
const now = await startSide()
const before = BEFORE === undefined ? undefined : await startSide(BEFORE)
/** The server whose CPU is counted: the other one works by itself meanwhile. */
let counted = now.product
const cpu = () => counted.cpu()

try {
  for (const { path, requests } of reads) {
    const add = async (work: string, first: Parameters<typeof inTurns>[1], second: Parameters<typeof inTurns>[1]) => {
      const found = await inTurns(cpu, first, second)
      figures.add({
        work: `${path}, ${work}`,
        figure: `${(found.second / requests).toFixed(2)} ms of CPU`,
        floor: `${(found.first / requests).toFixed(2)} ms`,
        ratio: found.ratio.toFixed(2),
        n: found.n,
        spread: found.spread,
      })
    }
    const plain = turn(now, path, requests)
    await plain.work()
    if (before) {
      const older = turn(before, path, requests)
      await older.work()
      await add('next to the other checkout', older, plain)
    }
    const ask = (more: Record<string, string>) =>
      sendRequest(now.product.address + path, { headers: headersOf(now, 0, more) })
    const first = await ask({})
    for (const coding of ['br', 'gzip']) {
      const more = { 'accept-encoding': coding }
      const bytes = `${formatNumber(Buffer.byteLength(first.text))} bytes as ${(await ask(more)).headers['content-length']}`
      await add(`${coding}, ${bytes}, next to plain`, plain, turn(now, path, requests, more))
    }
    // All keys read the same fields.
    const more = { 'if-none-match': String(first.headers.etag) }
    await add('304, next to plain', plain, turn(now, path, requests, more, 304))
  }
  printFigures(figures, `${formatNumber(ROWS)} profiles`)
} finally {
  await now.product.stop()
  await before?.product.stop()
}
