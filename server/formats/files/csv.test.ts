import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { type CsvBatch, type CsvOptions, readCsvBatches, rowText } from './csv.ts'
import type { Delimiter } from './csv-delimiter.ts'
import { LONG_ROW, MAX_LONG_ROW_CELL } from './csv-long-row.ts'

/** The bytes in buffers that are cut wherever the sizes say. */
async function* inPieces(bytes: Buffer, sizes: readonly number[] = []): AsyncGenerator<Buffer> {
  let at = 0
  for (const size of sizes) {
    if (at >= bytes.length) return
    yield bytes.subarray(at, at + size)
    at += size
  }
  if (at < bytes.length) yield bytes.subarray(at)
}

const source = (text: string, sizes?: readonly number[]) => inPieces(Buffer.from(text), sizes)
const comma: CsvOptions = { delimiter: ',', quotes: 'double', charset: 'utf-8', header_row: 1, batchRows: 1000 }

async function all(batches: AsyncIterable<CsvBatch>): Promise<CsvBatch[]> {
  const list: CsvBatch[] = []
  for await (const batch of batches) list.push(batch)
  return list
}

async function rowsOf(bytes: AsyncIterable<Buffer>, options: Partial<CsvOptions> = {}): Promise<string[][]> {
  const rows: string[][] = []
  for await (const batch of readCsvBatches(bytes, { ...comma, ...options })) rows.push(...batch.rows)
  return rows
}

const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'ab"",;|\t\n\r กำ้😀 ') }),
  fc.string(),
  fc.constantFrom('', '"', '""', '\r\n', 'a,b'),
)
const table = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 20 }))
  // The first cell keeps a row from being a blank line.
  .map((rows) => rows.map(([first, ...rest]) => [`x${first}`, ...rest]))
/** Pieces that make rows hard to read. */
const odd = fc.array(fc.constantFrom('a', ' ', ' "', ',', ', "', '"', '""', '\n', '\r', '\r\n', 'ก', '\0', '😀'), {
  maxLength: 40,
})
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 300 })
const delimiter = fc.constantFrom<Delimiter[]>(',', ';', '\t', '|')

const withoutNuls = (rows: string[][]) => rows.map((row) => row.map((one) => one.replaceAll('\0', '')))

describe('the rows of a file', () => {
  test('are what was written, wherever the buffers are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        delimiter,
        fc.constantFrom('\n', '\r\n', '\r'),
        sizes,
        fc.boolean(),
        async (rows, sign, newline, cuts, mark) => {
          const header = (rows[0] ?? ['x']).map((_, place) => `h${place}`)
          const text = Papa.unparse([header, ...rows], { delimiter: sign, newline })
          const read = await rowsOf(source(mark ? `\ufeff${text}` : text, cuts), { delimiter: sign, batchRows: 3 })
          expect(read).toEqual(withoutNuls(rows))
        },
      ),
    )
  })

  test('end with LF, CRLF or CR in any mix', async () => {
    expect(await rowsOf(source('h,i\na,1\r\nb,2\rc,3\n"d\r\n",4'))).toEqual([
      ['a', '1'],
      ['b', '2'],
      ['c', '3'],
      ['d\r\n', '4'],
    ])
  })

  test('that are blank are passed over and not counted', async () => {
    const batches = await all(
      readCsvBatches(source('\n\nh,i\n\n , \na,1\n,,\n""\nb,2\n\n'), { ...comma, batchRows: 1 }),
    )
    expect(batches.map(({ firstRow, rows }) => [firstRow, rows])).toEqual([
      [1, [['a', '1']]],
      [2, [['b', '2']]],
    ])
  })

  test('come with as many cells as they have', async () => {
    expect(await rowsOf(source('h,i\na\nb,2,3\nc,3,'))).toEqual([['a'], ['b', '2', '3'], ['c', '3', '']])
  })

  test('with more cells than any header can have are cut just past that', async () => {
    const [row] = await rowsOf(source(`h\nx${','.repeat(100_000)}`))
    expect(row).toHaveLength(503)
  })

  test('keep stray quotes in their own cell', async () => {
    expect(await rowsOf(source('h,i\n24" TV,1\n"24" TV,2\n "x" y,3'))).toEqual([
      ['24" TV', '1'],
      ['24 TV', '2'],
      [' "x" y', '3'],
    ])
  })

  test('may hold quoted cells a blank behind their delimiter', async () => {
    const text = 'h, i, j\nก, "ข, ค", 1\nง, "จ ""ฉ""", 2\nช, "ไม่ปิด, 3\nซ, ", 4'
    for (const cuts of [[], Array(200).fill(1)]) {
      expect(await rowsOf(source(text, cuts))).toEqual([
        ['ก', 'ข, ค', ' 1'],
        ['ง', 'จ "ฉ"', ' 2'],
        ['ช', ' "ไม่ปิด', ' 3'],
        ['ซ', ' "', ' 4'],
      ])
    }
  })

  test('may have a delimiter of two signs', async () => {
    expect(await rowsOf(source('h||i||j\nก||ข||\nค||||"ง||จ"\nฉ|ช||ซ||ฌ\n'), { delimiter: '||' })).toEqual([
      ['ก', 'ข', ''],
      ['ค', '', 'ง||จ'],
      ['ฉ|ช', 'ซ', 'ฌ'],
    ])
  })

  test('begin under the header, whichever row that is, or with the first where there is none', async () => {
    expect(await rowsOf(source('รายงาน\n\nh,i\na,1\n'), { header_row: 2 })).toEqual([['a', '1']])
    expect(await rowsOf(source('a,1\nb,2\n'), { header_row: 0 })).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
  })

  test('lose their U+0000, which is counted', async () => {
    const [batch] = await all(readCsvBatches(source('h,i\na\0b,\0\0\n\0,\0\nc,d\n'), comma))
    expect(batch).toMatchObject({
      rows: [
        ['ab', ''],
        ['c', 'd'],
      ],
      nuls: 3,
    })
  })

  test('are the same however long they are', async () => {
    // Longer than what is read at once, so that they are read letter by letter.
    const filler = `${'f'.repeat(LONG_ROW)},`
    await fc.assert(
      fc.asyncProperty(
        odd,
        fc.constantFrom<Delimiter[]>(',', '||'),
        sizes,
        fc.boolean(),
        async (letters, sign, cuts, ends) => {
          const row = letters.join('').replaceAll(',', sign)
          const first = filler.replace(',', sign)
          const read = (text: string, pieces: readonly number[]) =>
            rowsOf(source(`${text}${row}${ends ? '\nz\n' : ''}`, pieces), { delimiter: sign, header_row: 0 }).catch(
              (error: Error) => error.message,
            )
          const short = await read(`f${sign}`, [])
          const long = await read(first, [LONG_ROW + 1, ...cuts])
          const cut = 'f'.repeat(MAX_LONG_ROW_CELL)
          const expected =
            typeof short === 'string' ? short : short.map((cells, place) => (place === 0 ? cells.with(0, cut) : cells))
          expect(long).toEqual(expected)
        },
      ),
    )
  })

  test('with a cell of five megabytes are read like the others; the cell is truncated just above the limit', async () => {
    const long = 'x'.repeat(5_000_000)
    const rows = await rowsOf(source(`h,i\na,"${long}"\nb,2\n`, Array(200).fill(65_536)))
    expect(rows.map((row) => row.map((cell) => cell.length))).toEqual([
      [1, MAX_LONG_ROW_CELL],
      [1, 1],
    ])
  })

  test('are read back from how they are written down', async () => {
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const text = rows.map(rowText).join('')
        expect(await rowsOf(source(text), { header_row: 0 })).toEqual(withoutNuls(rows))
      }),
    )
  })
})

describe('batches', () => {
  test('have the rows asked for, and each ends where a resume can begin', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.boolean(),
        sizes,
        fc.integer({ min: 1, max: 5 }),
        async (rows, mark, cuts, batchRows) => {
          const text = (mark ? '\ufeff' : '') + Papa.unparse([['ชื่อ'], ...rows])
          const bytes = Buffer.from(text)
          const batches = await all(readCsvBatches(inPieces(bytes, cuts), { ...comma, batchRows }))
          for (const batch of batches.slice(0, -1)) expect(batch.rows).toHaveLength(batchRows)
          for (const batch of batches) {
            const done = batch.firstRow - 1 + batch.rows.length
            const from = { offset: batch.endOffset, row: done + 1, line: batch.endLine }
            const resumed = await all(
              readCsvBatches(inPieces(bytes.subarray(batch.endOffset), cuts), { ...comma, batchRows, from }),
            )
            expect(resumed.flatMap((next) => next.rows)).toEqual(withoutNuls(rows).slice(done))
            if (resumed[0]) expect(resumed[0].firstRow).toBe(done + 1)
            const lines = batches.flatMap((one) => one.lines)
            expect(resumed.flatMap((next) => next.lines)).toEqual(lines.slice(done))
            expect(resumed.at(-1)?.endOffset ?? batch.endOffset).toBe(batches.at(-1)!.endOffset)
          }
        },
      ),
    )
  })

  test('skip the rows that are already done', async () => {
    const [batch] = await all(readCsvBatches(source('h\na\n\nb\nc\n'), { ...comma, skipRows: 2 }))
    expect(batch).toMatchObject({ firstRow: 3, rows: [['c']] })
  })

  test('stop reading the source when the consumer stops', async () => {
    let closed = false
    async function* endless() {
      try {
        for (;;) yield Buffer.from('a\n')
      } finally {
        closed = true
      }
    }
    for await (const _ of readCsvBatches(endless(), { ...comma, batchRows: 10 })) break
    expect(closed).toBe(true)
  })
})

describe('a file that cannot be read', () => {
  test('names the row whose quote is never closed', async () => {
    await expect(rowsOf(source('h,i\na,1\n"b,2\nc,3\n'))).rejects.toMatchObject({ reason: 'row_unfinished', line: 3 })
    await expect(rowsOf(source('"h,i\na,1\n'))).rejects.toMatchObject({ reason: 'row_unfinished', line: 1 })
  })

  test('is given up on before an open quote fills the memory', async () => {
    let read = 0
    async function* endless() {
      yield Buffer.from('h\n"')
      for (;;) {
        read += 1_000_000
        yield Buffer.alloc(1_000_000, 'x')
      }
    }
    await expect(rowsOf(endless())).rejects.toMatchObject({ reason: 'row_unfinished', line: 2 })
    expect(read).toBeLessThan(50_000_000)
  })

  test('is distinguished from UTF-8 by any invalid byte, including a truncated letter at the end', async () => {
    const thai874 = Buffer.from([0x68, 0x0a, 0xaa, 0xd7, 0xe8, 0xcd, 0x0a])
    await expect(rowsOf(inPieces(thai874))).rejects.toMatchObject({ reason: 'charset_unreadable' })
    await expect(rowsOf(inPieces(Buffer.from('h\nก').subarray(0, 4)))).rejects.toMatchObject({
      reason: 'charset_unreadable',
    })
  })

  test('passes on what goes wrong in its source', async () => {
    async function* broken() {
      yield Buffer.from('h\na')
      throw new TypeError('disk')
    }
    await expect(rowsOf(broken())).rejects.toThrow('disk')
  })
})

describe('quotes and line ends across the buffers of a disk', () => {
  const encodings = { 'utf-8': 'utf8', 'utf-16le': 'utf16le' } as const
  const ends = { LF: '\n', CRLF: '\r\n', CR: '\r' }
  const charsets = ['utf-8', 'utf-16le'] as const
  const cases = charsets.flatMap((charset) => (['LF', 'CRLF', 'CR'] as const).map((end) => ({ charset, end })))
  test.each(cases)('are read right in $charset with $end', async ({ charset, end }) => {
    const newline = ends[end]
    const row = ['"a""b"', `"x${newline}y"`, '"ก,ข"', 'ค'].join(',')
    for (const size of [4096, 8192, 65_536]) {
      for (let off = -30; off <= 2; off++) {
        // Filler of growing length moves the row across the end of the buffer, letter by letter.
        const filler = 'f'.repeat(size / (charset === 'utf-8' ? 1 : 2) + off)
        const bytes = Buffer.from(`1,2,3,4${newline}${filler},,,${newline}${row}${newline}`, encodings[charset])
        const cuts = Array(Math.ceil(bytes.length / size)).fill(size)
        expect(await rowsOf(inPieces(bytes, cuts), { charset })).toEqual([
          [filler, '', '', ''],
          ['a"b', `x${newline}y`, 'ก,ข', 'ค'],
        ])
      }
    }
  })

  test('are read right in windows-874 and in UTF-16 with its bytes the other way round', async () => {
    const text = 'h;i\rญาดา;"a""b"\r\n"สม\r\nชาย";ข\n'
    const expected = [
      ['ญาดา', 'a"b'],
      ['สม\r\nชาย', 'ข'],
    ]
    const thai874 = Buffer.from(
      text.replace(/[\u0e01-\u0e5b]/g, (one) => String.fromCharCode(one.charCodeAt(0) - 0xd60)),
      'latin1',
    )
    const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    for (let size = 1; size < 12; size++) {
      const cuts = Array(100).fill(size)
      expect(await rowsOf(inPieces(thai874, cuts), { charset: 'windows-874', delimiter: ';' })).toEqual(expected)
      expect(await rowsOf(inPieces(swapped, cuts), { charset: 'utf-16be', delimiter: ';' })).toEqual(expected)
    }
  })
})
