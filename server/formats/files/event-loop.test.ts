import { Readable } from 'node:stream'
import { fc, test as property } from '@fast-check/vitest'
import { charsets, delimiters, quoteStyles } from '@ruam/contract/formats/files.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { longestTurn } from '../../testing/longest-turn.testing.ts'
import { coreOf, newStore, type TestStore } from '../../testing/store.testing.ts'
import { LONGEST_RARE_ROW, readCsvBatches } from './csv.ts'
import { readFileHead } from './head.ts'

/** Milliseconds of processor time: three times what the worst content takes on two idle cores. */
const MOST = 100
const MB = 1024 * 1024

let store: TestStore
beforeAll(async () => {
  store = await newStore()
})

/** Turns of the event loop while `work` is done, in which other requests are served. */
async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  let going = true
  const turn = () => {
    turns++
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  going = false
  return turns
}

/** A slow reader is slow each time: one long turn may be a collection of garbage. */
async function holdsLess(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 10 && least >= MOST; round++) least = Math.min(least, await longestTurn(work))
  return least
}

async function stored(content: Buffer) {
  const core = await coreOf(store)
  const { key } = await core.storage.put(store.storeId, Readable.from([content]), 32 * MB)
  return { storage: core.storage, key }
}

const filled = (unit: string, bytes: number) => unit.repeat(Math.ceil(bytes / Buffer.byteLength(unit)))

async function isQuick(content: Buffer, asked: Parameters<typeof readFileHead>[2] = {}) {
  const { storage, key } = await stored(content)
  const file = { storage_key: key, type: 'csv' } as const
  expect(await holdsLess(() => readFileHead(storage, file, asked))).toBeLessThan(MOST)
  const how = { delimiter: ',', quotes: 'double', charset: 'utf-8', ...asked } as const
  const read = async () => {
    for await (const _ of readCsvBatches(storage.read(key), { ...how, header_row: 1, batchRows: 5000 }));
  }
  expect(await holdsLess(read)).toBeLessThan(MOST)
  await storage.remove(key)
}

test.each([
  ['rows', 'a,b,c\n'],
  ['one row', ','],
])('a file of %s lets other requests in at least once for each 128 kB', async (_, unit) => {
  const { storage, key } = await stored(Buffer.from(`a,b,c\n${filled(unit, 4 * MB)}`))
  const how = { delimiter: ',', quotes: 'double', charset: 'utf-8', header_row: 1, batchRows: 5000 } as const
  const turns = await turnsOf(async () => {
    for await (const _ of readCsvBatches(storage.read(key), how));
  })
  expect(turns).toBeGreaterThan(32)
})

// Times depend on the machine, so they are no part of `npm test`.
describe('reading a file holds up no other request for 100 ms when it is', {
  tags: ['verify'],
  timeout: 120_000,
}, () => {
  test('4 MB of commas', () => isQuick(Buffer.from(`a,b\n${filled(',', 4 * MB)}`)))

  test.each([
    ['20 MB of CR after a header', 'ชื่อ,เบอร์โทร\n', '\r', 20],
    ['4 MB of LF', '', '\n', 4],
    ['4 MB of blank rows', 'a,b\n', ',\r', 4],
    ['17 MB of doubled quotes behind one', 'a,b\n"', '""', 17],
  ] as const)('%s', async (_, head, unit, megabytes) => {
    await isQuick(Buffer.from(head + filled(unit, megabytes * MB)))
  })

  test.each([
    ['||', 'double', '||'],
    ['||', 'double', '""'],
    [' ', 'double', '""'],
    [',', 'backslash', ','],
    [',', 'backslash', '\\"'],
    [',', 'single', ",'"],
  ] as const)('a row of 2 MB, delimited by %s, with %s quotes, of %s', async (delimiter, quotes, unit) => {
    await isQuick(Buffer.from(`a\n${filled(unit, 2 * MB)}`), { delimiter, quotes })
  })

  const pieces = [
    '\r',
    '\n',
    '\r\n',
    ',',
    ';',
    '\t',
    '||',
    ' ',
    '"',
    "'",
    '\\',
    '""',
    ' "',
    'ก',
    'a@b.co',
    '08',
    '-',
    '\0',
  ]
  const unit = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))
  const asked = fc.record(
    {
      delimiter: fc.constantFrom(...delimiters),
      quotes: fc.constantFrom(...quoteStyles),
      charset: fc.constantFrom(...charsets),
    },
    { requiredKeys: [] },
  )
  property.prop([unit, unit, asked], { numRuns: Number(process.env.FUZZ_FILES ?? 2) })(
    'any two units over and over, read in any way',
    async (first, second, how) => {
      await isQuick(Buffer.from(filled(first, MB) + filled(second, MB)), how)
    },
  )
})

test('a row of a rarer dialect is given up on beyond half a megabyte', async () => {
  const source = Readable.from([Buffer.from('a\n'), Buffer.alloc(LONGEST_RARE_ROW + 1, 'x')])
  const how = { delimiter: '||', quotes: 'double', charset: 'utf-8', header_row: 1, batchRows: 10 } as const
  const read = async () => {
    for await (const _ of readCsvBatches(source, how));
  }
  await expect(read()).rejects.toThrow('row_unfinished')
})
