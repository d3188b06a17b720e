import { fc, test as property } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { type CsvBatch, readCsvBatches } from './csv.ts'
import { ERASED_ROW } from './erased-row.ts'
import { encoderOf, rawRows, withoutRows } from './raw-rows.ts'

const text = fc.array(fc.constantFrom('ก', '๕', 'a', ' ', ',', '"', '""', '\n', '\r', '\r\n', '1', '😀', '\0'), {
  maxLength: 60,
})
const settings = fc.record({
  quotes: fc.constantFrom('double' as const, 'single' as const, 'backslash' as const),
  delimiter: fc.constantFrom(',' as const, '||' as const, ';' as const),
  charset: fc.constantFrom('utf-8' as const, 'utf-16le' as const, 'utf-16be' as const),
  header_row: fc.integer({ min: 0, max: 2 }),
})
const cuts = fc.integer({ min: 1, max: 40 })

/** In pieces as they come from a disk. */
async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function read(batches: AsyncGenerator<CsvBatch>) {
  const rows: string[][] = []
  try {
    for await (const batch of batches) rows.push(...batch.rows)
  } catch {
    return undefined
  }
  return rows
}

describe('the rows of a file as they stand there', () => {
  property.prop([text, settings, cuts])(
    'put together are the file, and are counted as the reader counts',
    async (letters, how, size) => {
      const file = encoderOf(how.charset)(letters.join(''))
      const known = await read(readCsvBatches(inPieces(file, size), { ...how, batchRows: 3 }))
      fc.pre(known !== undefined)
      const all = []
      for await (const rows of rawRows(inPieces(file, size), how)) all.push(...rows)
      expect(encoderOf(how.charset)(all.map((row) => row.text).join(''))).toEqual(file)
      const counted = all.filter(({ no }) => no !== null && no > 0)
      expect(counted.map(({ cells }) => cells)).toEqual(known)
      expect(counted.map(({ no }) => no)).toEqual(known!.map((_, place) => place + 1))
    },
  )

  property.prop([text, settings, cuts, fc.nat(5)])(
    'that are taken out leave every other row with its number',
    async (letters, how, size, gone) => {
      const file = encoderOf(how.charset)(letters.join(''))
      const known = await read(readCsvBatches(inPieces(file, size), { ...how, batchRows: 3 }))
      fc.pre(known !== undefined)
      const pieces: Buffer[] = []
      const places = { offsets: [], lines: [] }
      for await (const piece of withoutRows(inPieces(file, size), how, ({ no }) => no === gone, places))
        pieces.push(piece)
      const left = await read(readCsvBatches(inPieces(Buffer.concat(pieces), size), { ...how, batchRows: 3 }))
      expect(left).toEqual(known!.map((cells, place) => (place + 1 === gone ? [ERASED_ROW] : cells)))
    },
  )
})

property('bytes of windows-874 are read and written back as they were', () => {
  const bytes = Buffer.from(Array.from({ length: 95 }, (_, n) => 0xa1 + n).filter((byte) => byte < 0xdb || byte > 0xde))
  const kept = bytes.filter((byte) => byte < 0xfc)
  const letters = new TextDecoder('windows-874').decode(kept)
  expect(encoderOf('windows-874')(letters)).toEqual(Buffer.from(kept))
})
