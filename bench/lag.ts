import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ZipFile } from 'yazl'
import { workbookParts } from '../server/testing/formats/workbook.testing.ts'
import { writeCustomers } from './customers.ts'
import { startProduct } from './product.ts'
import { hire } from './staff.ts'
import { Figures, formatNumber, percentile, printFigures } from './table.ts'

// Latency of a request while a hostile workbook or a file with a very long line is read and, with ROWS, while rows are imported, next to an
// idle server. One caller with a 5 ms pause; the limit is in quality.md section 3.

const ROWS = Number(process.env.ROWS ?? 0)
const IDLE_MS = 10_000
const PAUSE_MS = 5
const folder = await mkdtemp(join(tmpdir(), 'ruam-lag-'))
const bomb = join(folder, 'hostile.xlsx')
const customers = join(folder, 'customers.csv')
await writeHostile(bomb)
if (ROWS > 0) await writeCustomers(customers, { rows: ROWS, seed: 1 })

/** CSV files that are few rows and many letters. */
const longFiles: Record<string, () => string> = {
  'a line of 15 MB': () => `ชื่อ,เบอร์โทร\nคน,081\n${'ยาว,'.repeat(1_300_000)}\n`,
  'a header of 15 MB': () => `ชื่อ,${'ยาว'.repeat(1_700_000)}\nคน,081\n`,
  'a cell of 10 MB': () => `ชื่อ,เบอร์โทร\nคน,"${'x y\n'.repeat(2_500_000)}"\nคน,081\n`,
  'a quote that is never closed': () => `ชื่อ,เบอร์โทร\nคน,081\n"${'x'.repeat(40_000_000)}`,
  '500 columns': () => {
    const row = Array.from({ length: 500 }, (_, n) => `${n}/1/2567`).join(',')
    return `${Array.from({ length: 500 }, (_, n) => `ช่อง ${n}`).join(',')}\n${`${row}\n`.repeat(5000)}`
  },
}

const product = await startProduct()
const staff = await hire(product, 10)
let asked = 0
const figures = new Figures()
try {
  await measure(() => sleep(2000))
  const idle = await measure(() => sleep(IDLE_MS))
  tell('idle', idle, idle)
  tell('while a hostile workbook is read', await measure(() => product.load(bomb, 'ไฟล์ร้าย', 'xlsx')), idle)
  for (const [kind, write] of Object.entries(longFiles)) {
    const path = join(folder, 'long.csv')
    await writeFile(path, write())
    tell(`while a file with ${kind} is read`, await measure(() => readLong(path, kind)), idle)
  }
  if (ROWS > 0) {
    tell(`while ${formatNumber(ROWS)} rows are imported`, await measure(importCustomers), idle)
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
  figures.add({
    work: `${work} (${formatNumber(times.length)} requests)`,
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
    get(url, { agent, headers: { authorization: `Bearer ${staff[asked++ % staff.length]}` } }, (reply) => {
      reply.resume()
      reply.on('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${reply.statusCode}`))))
    }).on('error', reject)
  })
}

/** As the wizard does: what is refused by name is read as far as that. */
async function readLong(path: string, name: string) {
  await product.load(path, name).catch((error: Error) => {
    if (!/answered 400|could not be loaded/.test(error.message)) throw error
  })
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
