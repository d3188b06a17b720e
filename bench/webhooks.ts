import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { makeKeys } from './programs.ts'
import { type Figure, formatNumber, printFigures } from './table.ts'

// Time from a change to its delivery: a webhook on this machine follows an import of ROWS people.

const ROWS = Number(process.env.ROWS ?? 20_000)

const waits: number[] = []
const ids = new Set<string>()
const server = createServer((request, response) => {
  const at = Date.now()
  let body = ''
  request.on('data', (part: Buffer) => {
    body += part.toString()
  })
  request.on('end', () => {
    const { timestamp } = JSON.parse(body) as { timestamp: string }
    waits.push(at - Date.parse(timestamp))
    ids.add(String(request.headers['webhook-id']))
    response.writeHead(204).end()
  })
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const folder = await mkdtemp(join(tmpdir(), 'ruam-webhooks-'))
const product = await startProduct()
const admin = new pg.Client({ connectionString: product.superUrl })
try {
  await admin.connect()
  await product.idle()
  const { rows } = await admin.query<{ store_id: number }>('select min(store_id)::int as store_id from store')
  const [key] = await makeKeys(admin, rows[0]!.store_id, 1)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const reply = await fetch(`${product.address}/open-api/v1/webhooks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url, types: ['profile.created'] }),
  })
  if (!reply.ok) throw new Error(`The webhook was refused: ${await reply.text()}`)
  const path = join(folder, 'customers.csv')
  await writeCustomers(path, { rows: ROWS, seed: 1 })
  const id = await product.load(path, 'webhooks')
  await product.map(id)
  const { run_id } = await product.dryRun(id)
  const before = product.cpu()
  const start = performance.now()
  await product.run(id, run_id as string)
  const { rows: made } = await admin.query<{ n: number }>('select count(*)::int as n from profile')
  while (ids.size < made[0]!.n) await sleep(20)
  const seconds = (performance.now() - start) / 1000
  const cpu = product.cpu()
  const sorted = waits.toSorted((a, b) => a - b)
  const part = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  const figures: Figure[] = [
    {
      work: 'from a change to its delivery',
      figure: `p50 ${part(0.5)} ms, p95 ${part(0.95)} ms, most ${part(1)} ms`,
      cpu: `${cpu.node - before.node} + ${cpu.postgres - before.postgres} ms`,
      floor: `${formatNumber(ids.size)} events, ${formatNumber(waits.length)} deliveries`,
      ratio: `${Math.round(ids.size / seconds)} a second`,
    },
  ]
  printFigures(figures, `an import of ${formatNumber(ROWS)} people with one webhook`)
} finally {
  server.closeAllConnections()
  server.close()
  await admin.end()
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}
