import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { workbookParts } from '../server/files/workbook-fixture.ts'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { type Figure, percentile, printFigures, shown } from './table.ts'

// How long a request takes while a hostile workbook is read and, with ROWS set, while so many rows are imported, beside the same
// requests of an idle server. One caller, who asks again 5 ms after each answer: the bar is quality.md section 3.

const ROWS = Number(process.env.ROWS ?? 0)
const IDLE_MS = 10_000
const PAUSE_MS = 5
const folder = await mkdtemp(join(tmpdir(), 'ruam-lag-'))
const bomb = join(folder, 'hostile.xlsx')
const customers = join(folder, 'customers.csv')
await writeHostile(bomb)
if (ROWS > 0) await writeCustomers(customers, { rows: ROWS, seed: 1 })

const product = await startProduct()
const figures: Figure[] = []
try {
  await measure(() => sleep(2000))
  const idle = await measure(() => sleep(IDLE_MS))
  tell('idle', idle, idle)
  tell('while a hostile workbook is read', await measure(readHostile), idle)
  if (ROWS > 0) {
    tell(`while ${shown(ROWS)} rows are imported`, await measure(importCustomers), idle)
    tell('idle again, with these people', await measure(() => sleep(IDLE_MS)), idle)
  }
  printFigures(figures)
} finally {
  await product.stop()
  await rm(folder, { recursive: true, force: true })
}

function tell(work: string, times: number[], idle: number[]) {
  const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)]
  const floor = percentile(idle, 0.99)
  figures.push({
    work: `${work} (${shown(times.length)} requests)`,
    figure: `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, longest ${Math.max(...times).toFixed(0)} ms`,
    floor: `p99 ${floor.toFixed(1)} ms idle`,
    ratio: (p99 / floor).toFixed(1),
  })
}

/** Milliseconds of every request while the work is done. */
async function measure(work: () => Promise<unknown>): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  let done = false
  const working = work().finally(() => {
    done = true
  })
  while (!done) {
    const began = performance.now()
    await ask(`${product.address}/api/profile?limit=10`, agent)
    times.push(performance.now() - began)
    await sleep(PAUSE_MS)
  }
  agent.destroy()
  await working
  return times
}

function ask(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: `Bearer ${product.token}` } }, (reply) => {
      reply.resume()
      reply.on('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${reply.statusCode}`))))
    }).on('error', reject)
  })
}

async function readHostile() {
  await product.load(bomb, 'ไฟล์ร้าย', 'xlsx')
}

async function importCustomers() {
  const id = await product.load(customers, 'ลูกค้า')
  await product.map(id)
  await product.run(id, (await product.dryRun(id)).run_id as string)
}

/** Ten customers and then nearly a gigabyte of empty rows, in a few megabytes. */
async function writeHostile(path: string) {
  const zip = new ZipFile()
  const rows = [['ชื่อ', 'เบอร์โทร'], ...Array.from({ length: 10 }, (_, no) => [`คน ${no}`, 812345670 + no])]
  const sheet = 'xl/worksheets/sheet1.xml'
  for (const [name, part] of Object.entries(workbookParts({ sheets: [{ name: 'ลูกค้า', rows }] }))) {
    if (name !== sheet) zip.addBuffer(Buffer.from(part), name)
    else {
      const [start, end] = String(part).split('</sheetData>') as [string, string]
      const empty = Buffer.from('<row/>'.repeat(10_000))
      const pieces = () =>
        Readable.from([Buffer.from(start), ...Array(16_000).fill(empty), Buffer.from(`</sheetData>${end}`)])
      zip.addReadStreamLazy(name, { compressionLevel: 1 }, (take) => take(null, pieces()))
    }
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path))
}
