import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { TableKind } from '@ruam/contract/formats/files.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { goodTables, hostileTables } from '../../testing/formats/hostile-tables.testing.ts'
import { look } from '../../testing/imports/strange-files.testing.ts'
import { longestTurn } from '../../testing/longest-turn.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { openBook } from './open-book.ts'
import { readHead } from './table-head.ts'
import { detectType } from './type.ts'
import { RefusedWorkbook } from './xlsx-zip.ts'

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

/** Megabytes of a child process, and milliseconds that the event loop may be held. */
const MOST_MB = 512
const MOST_MS = 100

/** The highest memory of the processes that read tables meanwhile, in megabytes. */
async function peakWhile(work: () => Promise<unknown>): Promise<number> {
  let peak = 0
  const timer = setInterval(() => {
    for (const task of readdirSync('/proc/self/task'))
      for (const pid of readFileSync(`/proc/self/task/${task}/children`, 'utf8').split(' ').filter(Boolean)) {
        try {
          if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('workbook-process')) continue
          const high = /VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
          peak = Math.max(peak, Number(high?.[1] ?? 0) / 1024)
        } catch {
          // It has ended meanwhile.
        }
      }
  }, 20)
  await work()
  clearInterval(timer)
  return peak
}

describe('a hostile table is read or refused by name, with little memory, and holds nobody up:', {
  tags: ['verify'],
  timeout: 180_000,
}, () => {
  test.each(Object.entries(hostileTables))('%s', async (name, content) => {
    const bytes = await content()
    let answer: Awaited<ReturnType<typeof look>> | undefined
    const peak = await peakWhile(async () => {
      answer = await look(store, bytes, {}, 'customers.xls')
    })
    const { storage } = await coreOf(store)
    const { key } = await storage.put(store.storeId, Readable.from([bytes]), bytes.length)
    // The test's own upload is none of the server's turns.
    const turn = await longestTurn(() => detectType(storage, key))
    await storage.remove(key)
    if (process.env.SHOW_FIGURES)
      process.stderr.write(
        `${name}: ${answer?.refusal?.error ?? 'read'}, ${Math.round(peak)} MB, ${Math.round(turn)} ms\n`,
      )
    expect(answer).toBeDefined()
    expect(answer?.refusal?.error ?? 'read').not.toBe('internal')
    expect(peak).toBeLessThan(MOST_MB)
    expect(turn).toBeLessThan(MOST_MS)
  })
})

/** The same numbers for a seed each time. */
function numbersOf(seed: number): (most: number) => number {
  let state = seed * 2_654_435_761
  return (most) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0
    return state % most
  }
}

const SEEDS = Number(process.env.FUZZ_TABLES ?? 300)

describe('a good file with bytes turned over is read or refused, never an error of ours:', {
  tags: ['verify'],
  timeout: 600_000,
}, () => {
  test(`${SEEDS} times for each kind`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ruam-flips-'))
    const limits = { entries: 100, unpacked: 64 * 1024 * 1024, seconds: 60 }
    const outcomes: Record<string, number> = {}
    for (const [name, good] of Object.entries(await goodTables()))
      for (let seed = 0; seed < SEEDS; seed++) {
        const next = numbersOf(seed + 1)
        const bytes = Buffer.from(good)
        for (let flips = 1 + next(8); flips > 0; flips--) bytes[next(bytes.length)] = next(256)
        const path = join(folder, 'table')
        await writeFile(path, next(10) === 0 ? bytes.subarray(0, next(bytes.length)) : bytes)
        const file = await open(path)
        const kind = name.split(' ')[0] as TableKind
        const job = { mode: 'head', kind, sheet: null, sampleRows: 60, limits } as const
        const outcome = await openBook(file.fd, job)
          .then((book) => readHead(book, job))
          .then(
            () => 'read',
            (error: unknown) =>
              error instanceof RefusedWorkbook ? error.refusal : `${name} ${seed}: ${(error as Error).stack}`,
          )
        await file.close()
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
      }
    await rm(folder, { recursive: true })
    if (process.env.SHOW_FIGURES) process.stderr.write(`${JSON.stringify(outcomes)}\n`)
    expect(Object.keys(outcomes).filter((outcome) => outcome.includes(' '))).toEqual([])
  })
})
