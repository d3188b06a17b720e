import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { sendRequest } from './requests.ts'
import { hire } from './staff.ts'
import { type Figure, Figures, formatNumber, percentile, timed } from './table.ts'

// A new store in a new database, right after its first import: the planner has only the statistics that the run wrote,
// and the search for duplicates after an import runs in parallel with the requests.

const SEED = Number(process.env.SEED ?? 1)
const TRIES = 40
/** Callers in turn: a single one would exceed its rate limit. */
const STAFF = 20

const search = (keyword: string) => `/profile?limit=50&keyword=${encodeURIComponent(keyword)}`
const reads: Record<string, string> = {
  'search a common name': search('กี่'),
  'search a rare surname': search('ศรีศรีศรี'),
  'search a phone': search('081-111-1111'),
  'page of 50': '/profile?limit=50',
  'count of today': `/profile?limit=1&created_from=${new Date(Date.now() - 86_400_000).toISOString()}`,
}

/** Times the first and the following reads during the scan; then the scan itself. */
export async function freshStore(rows: number): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'ruam-fresh-'))
  const file = join(folder, 'customers.csv')
  await writeCustomers(file, { rows, seed: SEED })
  const product = await startProduct()
  try {
    const staff = await hire(product, STAFF)
    const id = await product.load(file, 'first')
    await product.map(id)
    const dry = await product.dryRun(id)
    const [imported] = await timed(() => product.run(id, dry.run_id as string))
    const began = performance.now()
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const figures = new Figures()
    for (const [work, path] of Object.entries(reads)) {
      const times: number[] = []
      for (let n = 0; n < TRIES; n++) {
        const headers = { authorization: `Bearer ${staff[n % STAFF]}` }
        const [ms, { status }] = await timed(() => sendRequest(`${product.address}/api${path}`, { headers, agent }))
        if (status !== 200) throw new Error(`${path} answered ${status}`)
        times.push(ms)
      }
      const [first, ...others] = times
      figures.add({
        work: `fresh store: ${work}`,
        figure: `first ${first!.toFixed(1)} ms, then p95 ${percentile(others, 0.95).toFixed(1)} ms`,
        floor: '',
        ratio: '',
      })
    }
    while ((await product.call('GET', '/profile-duplicate?limit=1')).scanning) await sleep(50)
    agent.destroy()
    const scan = performance.now() - began
    const floor = `${formatNumber(imported)} ms its import`
    figures.add({
      work: 'fresh store: duplicates found',
      figure: `${formatNumber(scan)} ms after the import`,
      floor,
      ratio: (scan / imported).toFixed(2),
    })
    return figures.rows
  } finally {
    await product.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
