import { once } from 'node:events'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { systemFields } from '@ruam/contract/platform/system-fields.ts'
import pg from 'pg'
import { fillStore } from './list-data.ts'
import { attacks, knownDevice, signInFrom, type Target } from './pressure-attacks.ts'
import { type Product, startProduct } from './product.ts'
import { sendRequest } from './requests.ts'
import { Figures, formatNumber, percentile, printFigures } from './table.ts'

// Latency of other callers during attacks, next to an idle server: quality.md section 2. ROWS sets the size of the list. Every attack is
// bounded, and only hits the server started by this bench.

const ROWS = Number(process.env.ROWS ?? 12_000)
const IDLE_MS = 5000
const PAUSE_MS = 50
/** Time for memory to be returned. */
const REST_MS = Number(process.env.REST_SECONDS ?? 60) * 1000

for (const hops of ['0', '1']) {
  const product = await startProduct({ settings: { TRUST_PROXY: hops } })
  try {
    console.log(`${formatNumber(ROWS)} profiles, TRUST_PROXY=${hops}`)
    await press(product, hops === '1')
  } finally {
    await product.stop()
  }
}

async function press(product: Product, proxied: boolean) {
  const admin = new pg.Client({ connectionString: product.superUrl })
  await admin.connect()
  await fillStore(admin, 1, ROWS)
  await admin.end()
  const device = await knownDevice(product)
  const calls = await callsOf(product)
  await during(calls, () => sleep(2000))
  const idle = await during(calls, () => sleep(IDLE_MS))
  const figures = new Figures()
  const tell = (work: string, times: number[], floor: number[]) =>
    figures.add({
      work: `${work} (${times.length})`,
      figure: `p50 ${percentile(times, 0.5).toFixed(0)}, p95 ${percentile(times, 0.95).toFixed(0)}, longest ${Math.max(...times).toFixed(0)} ms`,
      floor: `p95 ${percentile(floor, 0.95).toFixed(0)} ms idle`,
      ratio: (percentile(times, 0.95) / percentile(floor, 0.95)).toFixed(1),
    })
  const before = product.memory()
  const heard: string[] = []
  for (const attack of Object.keys(attacks)) {
    let signedIn = Promise.resolve('')
    const times = await during(calls, async () => {
      const said = attackFrom({ name: attack, address: product.address, token: product.token })
      if (attack.includes('sign-ins')) signedIn = signInFrom(product, device, proxied)
      heard.push(`${attack}: ${await said}`)
      // Includes the aftermath of the attack.
      await sleep(500)
    })
    for (const [call, taken] of Object.entries(times)) tell(`${attack}: ${call}`, taken, idle[call]!)
    heard.push(...((await signedIn) ? [await signedIn] : []))
  }
  const peak = product.peakMemory()
  await sleep(REST_MS)
  const mb = (value: number) => `${Math.round(value)} MB`
  console.log(heard.join('\n'))
  console.log(
    `Memory: ${mb(before)} before, peak ${mb(peak)}, ${mb(product.memory())} after ${REST_MS / 1000} s of nobody calling`,
  )
  printFigures(figures)
}

export interface AttackOrder extends Target {
  name: string
}

/** From a thread of its own; answers what became of it. */
async function attackFrom(order: AttackOrder): Promise<string> {
  const worker = new Worker(new URL('./pressure-worker.ts', import.meta.url), { workerData: order })
  const [said] = (await once(worker, 'message')) as [string]
  return said
}

type Calls = Record<string, (agent: Agent) => Promise<void>>

/** Calls of staff during the day, and health checks. */
async function callsOf(product: Product): Promise<Calls> {
  const headers = { authorization: `Bearer ${product.token}` }
  const name = systemFields.find((field) => field.name === 'firstName')!.id
  const listed = (await product.call('GET', '/profile?limit=1')) as { data: { id: number; updated_at: string }[] }
  const { id } = listed.data[0]!
  let origin_time = listed.data[0]!.updated_at
  let saves = 0
  const expect = (status: number, wanted: number, what: string) => {
    if (status !== wanted) throw new Error(`${what} answered ${status}`)
  }
  return {
    list: async (agent) =>
      expect(
        (await sendRequest(`${product.address}/api/profile?limit=10`, { agent, headers })).status,
        200,
        'The list',
      ),
    save: async (agent) => {
      const body = JSON.stringify({ fields: [{ id: name, value: `คนที่ ${saves++}` }], origin_time })
      const reply = await sendRequest(`${product.address}/api/profile/${id}`, { agent, headers, method: 'PUT', body })
      expect(reply.status, 200, 'Saving')
      origin_time = (JSON.parse(reply.text) as { updated_at: string }).updated_at
    },
    livez: async (agent) => expect((await sendRequest(`${product.address}/livez`, { agent })).status, 200, '/livez'),
  }
}

/** Milliseconds of every one of the calls while the work is done; each is asked again a moment after its answer. */
async function during(calls: Calls, work: () => Promise<unknown>): Promise<Record<string, number[]>> {
  let done = false
  const working = work().finally(() => {
    done = true
  })
  const times = Object.entries(calls).map(async ([call, make]) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const taken: number[] = []
    while (!done) {
      const began = performance.now()
      await make(agent)
      taken.push(performance.now() - began)
      await sleep(PAUSE_MS)
    }
    agent.destroy()
    return [call, taken] as const
  })
  const all = await Promise.all(times)
  await working
  return Object.fromEntries(all)
}
