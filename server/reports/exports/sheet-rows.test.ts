import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { copyValue } from '../../imports/run/copy.ts'
import type { CellType } from './export-file.ts'
import { columnLetters, SheetRows } from './sheet-rows.ts'
import { cutToCell, sheetCellText } from './sheet-text.ts'

/** The row of some cells, as it is written from their bytes. */
function rowOf(types: readonly CellType[], cells: readonly (string | null)[], no = 2, piece = 16) {
  const rows = new SheetRows(types, piece)
  const line = Buffer.from(`${cells.map((cell) => (cell === null ? '\\N' : copyValue(cell))).join('\t')}\n`)
  expect(rows.row(line, 0, no)).toBe(line.length)
  return { xml: rows.take().toString(), cut: rows.cut }
}

/** The same of texts alone, letter by letter. */
const textRow = (cells: readonly (string | null)[], no: number) =>
  `<row r="${no}">${cells
    .map((cell, place) => (cell ? `<c r="${columnLetters(place)}${no}${sheetCellText('text', cutToCell(cell))}` : ''))
    .join('')}</row>`

const strange = fc.string({
  unit: fc.oneof(
    fc.constantFrom('&', '<', '>', '_', '_x0041_', '\\', '\t', '\n', '\r', '\u0001', '\u001f', '\uffff', '\ufffe', ' '),
    fc.constantFrom('ก', 'น้ำ', '😀', 'Ａ', '\u007f', '\u00a0'),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }).filter((text) => !text.includes('\0')),
  ),
  maxLength: 40,
})

property.prop([fc.array(fc.option(strange), { minLength: 1, maxLength: 30 }), fc.integer({ min: 2, max: 1_048_576 })])(
  'cells of any text are the same from bytes as letter by letter',
  (cells, no) => {
    const types = cells.map((): CellType => 'text')
    expect(rowOf(types, cells, no).xml).toBe(textRow(cells, no))
  },
)

property.prop([fc.date({ min: new Date('1900-03-01'), max: new Date('9999-12-31'), noInvalidDate: true })])(
  'a moment is the number that a workbook has for it',
  (at) => {
    const [day, time] = at.toISOString().slice(0, 19).split('T') as [string, string]
    const seconds = Math.floor(at.getTime() / 1000)
    const [, value] = /<v>([\d.]+)<\/v>/.exec(rowOf(['instant'], [`${day} ${time}`]).xml)!
    expect(Math.round((Number(value) - 25_569) * 86_400)).toBe(seconds)
    const [, whole] = /<v>(\d+)<\/v>/.exec(rowOf(['day'], [day]).xml)!
    expect(Number(whole)).toBe(Math.floor(seconds / 86_400) + 25_569)
  },
)

describe('values that a workbook would change stay text', () => {
  test.each<[CellType, string]>([
    ['day', '1899-12-31'],
    ['day', '1900-02-29'],
    ['day', '1900-02-28'],
    ['day', '2023-02-30'],
    ['day', '2567/01/01'],
    ['day', '20260101xx'],
    ['instant', '2026-11-22 14:32:05.25'],
    ['instant', '2026-11-22T14:32:05'],
    ['instant', '2026-11-22 24:00:00'],
    ['number', '1234567890123456'],
    ['number', '0.30000000000000004'],
    ['number', 'NaN'],
  ])('%s %s', (type, value) => {
    const { xml } = rowOf([type], [value])
    expect(xml).toContain(`t="inlineStr"><is><t>${value}</t></is>`)
  })
})

test.each(['0', '-5', '12.5', '123456789012345', '1e+15', '1e-07', '-0.000001', '99999999999.99'])(
  'the number %s stays one',
  (value) => {
    expect(rowOf(['number'], [value]).xml).toContain(`<v>${value}</v>`)
  },
)

test('a year of the Buddhist era is a day of a year that far ahead', () => {
  expect(rowOf(['day'], ['2567-01-01']).xml).toContain('<v>243619</v>')
})

test('cells that are too long are cut with a mark, not in the middle of a letter, and counted', () => {
  const long = 'ก'.repeat(32_768)
  const halved = `${'a'.repeat(32_765)}😀bc`
  const { xml, cut } = rowOf(['text', 'text', 'text'], [long, 'ก'.repeat(32_767), halved])
  expect(cut).toBe(2)
  expect(xml).toBe(textRow([`${'ก'.repeat(32_766)}…`, 'ก'.repeat(32_767), `${'a'.repeat(32_765)}…`], 2))
})

test('rows follow each other whatever the length of their numbers, and more fields than columns are left', () => {
  const rows = new SheetRows(['text'], 32)
  const lines = Buffer.from('a\tx\nb\n\nc\n')
  let at = 0
  for (const no of [9, 10, 1_048_576, 7]) at = rows.row(lines, at, no)
  expect(at).toBe(lines.length)
  expect(rows.take().toString()).toBe(
    [
      ['a', 9],
      ['b', 10],
      [null, 1_048_576],
      ['c', 7],
    ]
      .map(([cell, no]) => textRow([cell as string | null], no as number))
      .join(''),
  )
})
