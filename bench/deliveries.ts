import { Agent } from 'node:http'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { startLine } from '../tools/line/server.ts'
import { addChannel, addFriend } from '../tools/line/state.ts'
import { bodyOf, follow, signatureOf, textMessage } from '../tools/line/webhooks.ts'
import { startProduct } from './product.ts'
import { sendRequest } from './requests.ts'
import { Figures, formatNumber, percentile, printFigures } from './table.ts'

// Sends ROWS LINE webhooks with one event each, with 1 to 100 at a time, and prints the CPU and WAL of each until the inbox is empty. CHECKOUT
// starts the product of another checkout, so that two versions are compared in turns.

const ROWS = Number(process.env.ROWS ?? 2000)
const USERS = 200
const checkout = process.env.CHECKOUT ?? fileURLToPath(new URL('..', import.meta.url))

const line = await startLine()
const product = await startProduct({ checkout, settings: { LINE_API_URL: line.url } })
const admin = new pg.Client({ connectionString: product.superUrl })
const figures = new Figures()

try {
  await admin.connect()
  const channel = addChannel(line.state)
  const made = await product.call('POST', '/line-oa', { channel_id: channel.id, channel_secret: channel.secret })
  const address = product.address + new URL((made.webhook as { url: string }).url).pathname
  const users = Array.from({ length: USERS }, () => addFriend(channel).userId)
  await send(address, 20, (n) => follow(line.state, users[n % USERS]!))
  const message = (n: number) => textMessage(line.state, users[n % USERS]!, 'สวัสดีค่ะ')
  await send(address, 20, message)
  for (const atOnce of [1, 20, 100]) {
    await product.idle()
    await admin.query('checkpoint')
    const [from, commits, before] = [await wal(), await transactions(), product.cpu()]
    const taken = await send(address, atOnce, message)
    const after = product.cpu()
    const each = (ms: number) => Math.round((1000 * ms) / ROWS)
    const spent = [each(after.node - before.node), each(after.postgres - before.postgres)] as const
    figures.add({
      work: `webhooks, ${atOnce} at a time, until they are applied`,
      figure: `${spent[0] + spent[1]} µs, ${Math.round(((await wal()) - from) / ROWS)} bytes of WAL, ${(((await transactions()) - commits) / ROWS).toFixed(1)} transactions each; p50 ${percentile(taken, 0.5).toFixed(0)}, p99 ${percentile(taken, 0.99).toFixed(0)} ms`,
      cpu: `${spent.join(' + ')} µs`,
      floor: '',
      ratio: '',
    })
  }
  printFigures(figures, `${formatNumber(ROWS)} webhooks, of ${checkout}`)
} finally {
  await admin.end()
  await product.stop()
  await line.stop()
}

async function wal(): Promise<number> {
  const { rows } = await admin.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes")
  return Number(rows[0]!.bytes)
}

async function transactions(): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    "select xact_commit::int as count from pg_stat_database where datname = 'ruam'",
  )
  return rows[0]!.count
}

/** Sends webhooks, so many at a time, and waits until the inbox is empty. Returns the milliseconds of each answer. */
async function send(address: string, atOnce: number, eventOf: (n: number) => object): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const channel = [...line.state.channels.values()][0]!
  const taken: number[] = []
  let next = 0
  const sender = async () => {
    for (let n = next++; n < ROWS; n = next++) {
      const body = bodyOf(channel, [eventOf(n) as ReturnType<typeof follow>])
      const headers = { 'x-line-signature': signatureOf(channel.secret, body) }
      const began = performance.now()
      const { status } = await sendRequest(address, { method: 'POST', headers, agent, body })
      taken.push(performance.now() - began)
      if (status !== 200) throw new Error(`A webhook was answered ${status}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, sender))
  agent.destroy()
  while ((await admin.query('select from inbox limit 1')).rows.length > 0);
  return taken
}
