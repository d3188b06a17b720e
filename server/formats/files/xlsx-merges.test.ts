import { expect, test } from 'vitest'
import { mergeCarrier, readMerges } from './xlsx-merges.ts'
import type { Parts } from './xlsx-zip.ts'

/** A sheet's part, given in pieces of this length. */
const partOf = (xml: string, piece: number): Parts => ({
  has: () => true,
  size: () => xml.length,
  bytes: async () => {},
  async read(_, take) {
    for (let at = 0; at < xml.length; at += piece)
      if ((await take(xml.slice(at, at + piece), at + piece >= xml.length)) === false) return
  },
})

test.each([7, 64, 10_000])(
  'merges downwards are read from behind the rows, in pieces of %i characters',
  async (piece) => {
    const xml =
      '<worksheet><sheetData><row><c t="inlineStr"><is><t>ก</t></is></c></row></sheetData><mergeCells count="3"><mergeCell ref="B7:B9"/><mergeCell ref="A2:C4"/><mergeCell ref="A1:F1"/></mergeCells></worksheet>'
    expect(await readMerges(partOf(xml, piece), 'sheet')).toEqual([
      { column: 0, top: 2, bottom: 4 },
      { column: 1, top: 7, bottom: 9 },
    ])
    expect(await readMerges(partOf('<worksheet><sheetData/></worksheet>', piece), 'sheet')).toEqual([])
  },
)

test('rows take the value above them up to the end of the merge, and keep their own', () => {
  const carry = mergeCarrier([
    { column: 0, top: 2, bottom: 4 },
    { column: 2, top: 2, bottom: 10_002 },
  ])
  const rows: [number, string[]][] = [
    [1, ['ชื่อ', 'ยอด', 'สาขา']],
    [2, ['กมล', '100', 'สยาม']],
    [3, ['', '200']],
    [4, ['ชาลี', '300']],
    [5, ['', '400']],
    [10_003, ['', '500']],
  ]
  for (const [no, cells] of rows) carry(cells, no)
  expect(rows.slice(2).map(([, cells]) => cells)).toEqual([
    ['กมล', '200', 'สยาม'],
    ['ชาลี', '300', 'สยาม'],
    ['', '400', 'สยาม'],
    ['', '500'],
  ])
})

test('overlapping merges of a hostile sheet cost a row no more than its columns', () => {
  const carry = mergeCarrier(
    Array.from({ length: 200_000 }, (_, at) => ({ column: 0, top: at + 1, bottom: 1_000_000 })),
  )
  let last: string[] = []
  for (let no = 1; no <= 200_000; no++) {
    last = no === 1 ? ['ก'] : ['', 'x']
    carry(last, no)
  }
  expect(last).toEqual(['ก', 'x'])
})
