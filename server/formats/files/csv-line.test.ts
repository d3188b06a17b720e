import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { noDates } from '../values/date-facts.ts'
import { dateStyleOf } from '../values/date-styles.ts'
import { canonicalText } from '../values/thai.ts'
import { readCell } from '../values/values.ts'
import { csvLine, guarded } from './csv-line.ts'
import { rowScanner } from './csv-rows.ts'

test('a text that a spreadsheet would take for a formula is guarded; a number and a phone are not', () => {
  expect(csvLine(['=1+1', '@SUM(A1)', '-5', '+66812345678', '+66 81 234 5678', '-cmd'])).toBe(
    "'=1+1,'@SUM(A1),-5,+66812345678,+66 81 234 5678,'-cmd\r\n",
  )
  expect(csvLine(['\n=1+1'])).toBe('"\'\n=1+1"\r\n')
})

// A cell that begins with a line end is guarded.
const cell = fc
  .string({ unit: fc.constantFrom('ก', 'a', '"', ',', '\n', '\r', ' ', '1'), maxLength: 8 })
  .filter((text) => !/^[\r\n]/.test(text))
property.prop([fc.array(cell, { minLength: 2, maxLength: 5 })])('a line is read back as it was written', (cells) => {
  const read: string[] = []
  rowScanner({ delimiter: ',', quotes: 'double' }).read(csvLine(cells), 0, true, read)
  expect(read).toEqual(cells)
})

test.each(['＝1+1', '＋cmd', '－2+3', '＠SUM(A1)'])(
  '%s is guarded like its ASCII form and imported as it was',
  (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`)
    expect(guarded(text)).toBe(`'${text}`)
    const style = { phones: {}, dates: 'dmy', timeZone: null } as never
    expect(readCell('text', `'${text}`, style)).toEqual(readCell('text', text, style))
  },
)

test('guarded texts are imported as they were', () => {
  const style = { phones: 'thai' as const, dates: dateStyleOf(noDates(), '2026-11-27'), timeZone: null }
  const read: string[] = []
  rowScanner({ delimiter: ',', quotes: 'double' }).read(csvLine(['=1+1', '@home']), 0, true, read)
  expect(read.map((raw) => readCell('text', raw, style))).toEqual([{ value: '=1+1' }, { value: '@home' }])
})

const sign = fc.constantFrom(
  "'",
  '=',
  '+',
  '-',
  '@',
  '–',
  'NULL',
  'null',
  'N/A',
  'n/a',
  '#N/A',
  '(null)',
  '\\N',
  'ก',
  'a',
  ' ',
  '1',
  '.',
)
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(sign, { maxLength: 5 }).map((parts) => parts.join('')),
)
property.prop([anyText])('a stored text that was guarded is imported as it was, whatever it is', (typed) => {
  const style = { phones: 'thai' as const, dates: dateStyleOf(noDates(), '2026-11-27'), timeZone: null }
  const text = canonicalText(typed)
  const read: string[] = []
  rowScanner({ delimiter: ',', quotes: 'double' }).read(csvLine([guarded(text), 'x']), 0, true, read)
  expect(readCell('text', read[0]!, style)).toEqual(text === '' ? { value: null } : { value: text })
})
