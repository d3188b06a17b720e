import { Buffer } from 'node:buffer'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { type CsvBatch, type CsvOptions, headerProblems, readCsvBatches, readHead } from './csv.ts'

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
const comma: CsvOptions = { delimiter: ',', charset: 'utf-8', batchRows: 1000 }

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
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { maxLength: 300 })
const delimiter = fc.constantFrom(',', ';', '\t', '|')

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
          expect(await rowsOf(source(mark ? `\ufeff${text}` : text, cuts), { delimiter: sign, batchRows: 3 })).toEqual(
            rows,
          )
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
    expect(row).toHaveLength(501)
  })

  test('keep stray quotes in their own cell', async () => {
    expect(await rowsOf(source('h,i\n24" TV,1\n"24" TV,2\n "x",3'))).toEqual([
      ['24" TV', '1'],
      ['24 TV', '2'],
      [' "x"', '3'],
    ])
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
            const from = { offset: batch.endOffset, row: done + 1 }
            const resumed = await all(
              readCsvBatches(inPieces(bytes.subarray(batch.endOffset), cuts), { ...comma, batchRows, from }),
            )
            expect(resumed.flatMap((next) => next.rows)).toEqual(rows.slice(done))
            if (resumed[0]) expect(resumed[0].firstRow).toBe(done + 1)
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

  test('stop reading the source when nobody wants more', async () => {
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
    await expect(rowsOf(source('h,i\na,1\n"b,2\nc,3\n'))).rejects.toMatchObject({ reason: 'row_unfinished', row: 2 })
    await expect(rowsOf(source('"h,i\na,1\n'))).rejects.toMatchObject({ reason: 'row_unfinished', row: 0 })
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
    await expect(rowsOf(endless())).rejects.toMatchObject({ reason: 'row_unfinished', row: 1 })
    expect(read).toBeLessThan(50_000_000)
  })

  test('is told from UTF-8 by any wrong byte, a cut letter at the end among them', async () => {
    const thai874 = Buffer.from([0x68, 0x0a, 0xaa, 0xd7, 0xe8, 0xcd, 0x0a])
    await expect(rowsOf(inPieces(thai874))).rejects.toMatchObject({ reason: 'charset_unreadable' })
    await expect(rowsOf(inPieces(Buffer.from('h\nก').subarray(0, 4)))).rejects.toMatchObject({
      reason: 'charset_unreadable',
    })
    await expect(readHead(inPieces(thai874))).rejects.toMatchObject({ reason: 'charset_unreadable' })
  })

  test('in UTF-16 is noticed with its mark and without', async () => {
    await expect(readHead(inPieces(Buffer.from('\ufeffname,tel\nก,1', 'utf16le')))).rejects.toMatchObject({
      reason: 'charset_unreadable',
    })
    await expect(readHead(inPieces(Buffer.from('name,tel\na,1', 'utf16le')))).rejects.toMatchObject({
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

describe('the head of a file', () => {
  test('finds the delimiter that the rows agree on', async () => {
    expect(await readHead(source('\ufeffชื่อ,เบอร์\nก,1\n'))).toEqual({
      delimiter: ',',
      header: ['ชื่อ', 'เบอร์'],
      rows: [['ก', '1']],
    })
    expect((await readHead(source('name;note\na;x, y\nb;z, w, v\n'))).delimiter).toBe(';')
    expect((await readHead(source('name\taddress, city, zip\na\tb, c, d\nb\tx\nc\ty\n'))).delimiter).toBe('\t')
    expect((await readHead(source('1|2|Adam, the first\n2|3|B\n'))).delimiter).toBe('|')
    expect((await readHead(source('a,"x;y;z"\nb,"p;q;r"\n'))).delimiter).toBe(',')
    expect((await readHead(source('name\nสมชาย\n'))).delimiter).toBe(',')
  })

  test('takes the delimiter that is asked for', async () => {
    expect((await readHead(source('a,b;c\n'), { delimiter: ';' })).header).toEqual(['a,b', 'c'])
  })

  test('gives clean names and as many rows as asked for', async () => {
    const { header, rows } = await readHead(source(' ชื่อ \u200b,"a\u0000b"\n1,2\n3,4\n5,6\n'), { sampleRows: 2 })
    expect(header).toEqual(['ชื่อ', 'ab'])
    expect(rows).toEqual([
      ['1', '2'],
      ['3', '4'],
    ])
  })

  test('is empty when the file is', async () => {
    expect(await readHead(source(''))).toMatchObject({ header: [], rows: [] })
    expect(await readHead(source('\n , \n'))).toMatchObject({ header: [], rows: [] })
    expect(await rowsOf(source(''))).toEqual([])
    expect(await rowsOf(source('h,i\n'))).toEqual([])
  })

  test('does not read the rest of a large file', async () => {
    let pieces = 0
    async function* large() {
      for (;;) {
        pieces++
        yield Buffer.from(`${'a,b\n'.repeat(20_000)}`)
      }
    }
    await readHead(large())
    expect(pieces).toBeLessThan(20)
  })

  test('refuses empty and repeated names, compared trimmed', () => {
    expect(headerProblems(['a', ' ', 'b', 'a ', 'B', 'b\u200b', 'a', ''])).toEqual({
      empty: [1, 7],
      duplicate: ['a', 'b'],
    })
    expect(headerProblems(['a', 'b'])).toEqual({ empty: [], duplicate: [] })
  })
})
