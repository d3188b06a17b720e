import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { escapeXml } from '../../testing/formats/workbook.testing.ts'
import { type NumberStyle, numberStyle } from './xlsx-cells.ts'
import { columnOf, sheetReader } from './xlsx-sheet.ts'

/** The rows of a sheet's XML, given in pieces of this length. */
function rowsOf(xml: string, options: { styles?: NumberStyle[]; from1904?: boolean; piece?: number } = {}): string[][] {
  const rows: string[][] = []
  const { read } = sheetReader({
    styles: options.styles ?? [],
    from1904: options.from1904 ?? false,
    shared: (place) => `ข้อความ ${place}`,
    row: (cells) => rows.push(cells),
  })
  const text = `<worksheet><sheetData>${xml}</sheetData></worksheet>`
  const piece = options.piece ?? text.length
  for (let at = 0; at < text.length; at += piece) read(text.slice(at, at + piece), at + piece >= text.length)
  return rows
}

const cellOf = (cell: string, style: NumberStyle = 'plain') =>
  rowsOf(`<row>${cell}</row>`, { styles: [style] })[0]?.[0] ?? ''

describe('a cell is read', () => {
  test.each([
    ['as a phone keeps its digits', '<c><v>812345678</v></c>', '812345678'],
    ['as an id of 13 digits, without an exponent', '<c><v>1.103700123456E12</v></c>', '1103700123456'],
    ['as Excel shows a sum', '<c><v>0.30000000000000004</v></c>', '0.3'],
    ['as a small number, without an exponent', '<c><v>1E-7</v></c>', '0.0000001'],
    ['as what a formula came to', '<c t="str"><f>A1&gt;"x"</f><v>ผล</v></c>', 'ผล'],
    ['as nothing when it names no shared text', '<c t="s"><v>x</v></c>', ''],
    ['as nothing when it is an error', '<c t="e"><v>#N/A</v></c>', ''],
    ['as true or false', '<c t="b"><v>1</v></c>', 'TRUE'],
    [
      'with its runs joined',
      '<c t="inlineStr"><is><r><t>สม</t></r><r><t xml:space="preserve"> ชาย</t></r></is></c>',
      'สม ชาย',
    ],
    [
      'without the reading of Asian letters',
      '<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>',
      '東京',
    ],
    ['with its entities', '<c t="inlineStr"><is><t>A &amp; B &lt;&#3585;&gt;&#x1F600;</t></is></c>', 'A & B <ก>😀'],
    ['with its line breaks', '<c t="inlineStr"><is><t>หนึ่ง_x000D_\nสอง</t></is></c>', 'หนึ่ง\r\nสอง'],
    ['from marked-up text', '<c t="inlineStr"><is><t><![CDATA[a<b & "c"]]></t></is></c>', 'a<b & "c"'],
  ])('%s', (_, xml, value) => {
    expect(cellOf(xml)).toBe(value)
  })

  test.each([
    ['a day', 'dd/mm/yyyy', '45351', '2024-02-29'],
    ['a day shown in Buddhist years', '[$-D07041E]d mmmm yyyy', '45351', '2024-02-29'],
    ['a day by its number', 14, '45351', '2024-02-29'],
    ['a moment', 'yyyy-mm-dd hh:mm', '45351.5729166667', '2024-02-29 13:45:00'],
    ['a day of a Buddhist year, typed into a Christian calendar', 'yyyy', '243619', '2567-01-01'],
    ['a day of January 1900', 'd/m/yy', '1', '1900-01-01'],
    ['a time', 'hh:mm', '0.5625', '13:30:00'],
    ['a duration', '[h]:mm', '1.5', '36:00:00'],
    ['a phone that its format gives a zero', '0000000000', '812345678', '0812345678'],
    ['an id that its format gives dashes', '0\\-0000\\-00000\\-00\\-0', '1103700123456', '1103700123456'],
    ['an amount', '#,##0.00', '1234.5', '1234.5'],
    ['an amount in baht', '"฿"#,##0.00_);[Red]("฿"#,##0.00)', '-20', '-20'],
    ['a number in science', '0.00E+00', '12345', '12345'],
  ])('as %s', (_, format, value, text) => {
    const style = typeof format === 'number' ? numberStyle(format, undefined) : numberStyle(164, format)
    expect(cellOf(`<c><v>${value}</v></c>`, style)).toBe(text)
  })

  test('wherever its XML is cut into pieces', () => {
    const xml =
      '<row r="1"><c r="A1" t="s"><v>12</v></c><c r="C1" t="inlineStr"><is><t>ก &amp; ข</t></is></c></row>' +
      '<!-- <row> --><row><c t="inlineStr"><is><t><![CDATA[<x>]]></t></is></c><c><v>-1.50</v></c></row>'
    const whole = rowsOf(xml)
    expect(whole).toEqual([
      ['ข้อความ 12', '', 'ก & ข'],
      ['<x>', '-1.5'],
    ])
    for (let piece = 1; piece < 40; piece++) expect(rowsOf(xml, { piece })).toEqual(whole)
  })
})

test('the names of columns are numbers to the base of 26', () => {
  expect(['A1', 'Z9', 'AA1', 'AB12', 'XFD1048576', '7', ''].map(columnOf)).toEqual([0, 25, 26, 27, 16383, 0, 0])
})

test('texts are what was written, whatever they hold and wherever the XML is cut', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab<>&"\'; \n\tกำ้😀]') }).map((inside) => `x${inside}`)
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 50 }), (cells, piece) => {
      const xml = cells.map((cell) => `<c t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`).join('')
      expect(rowsOf(`<row>${xml}</row>`, { piece })).toEqual([cells])
    }),
  )
})

test('a number that a workbook can hold never gets an exponent and keeps its value', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (number) => {
      const shown = cellOf(`<c><v>${number}</v></c>`)
      expect(shown).toMatch(/^-?\d+(\.\d+)?$/)
      expect(Math.abs(Number(shown) - number)).toBeLessThanOrEqual(Math.max(1e-19, Math.abs(number) * 1e-14))
    }),
  )
})
