import { describe, expect, test } from 'vitest'
import { type ColumnFacts, columnStyleOf, guessDataType } from './column-facts.ts'
import { factsOf as factsOfColumn, newColumn, noteCell } from './note-cells.ts'

function factsOf(cells: readonly string[]): ColumnFacts {
  const column = newColumn()
  for (const cell of cells) noteCell(column, cell)
  return factsOfColumn(column)
}

const options = { timeZone: 'Asia/Bangkok', today: '2026-11-27', dayOnly: false }

describe('the facts of a column', () => {
  test('count what its cells look like', () => {
    expect(factsOf(['081-234-5678', '๐๘๑๒๓๔๕๖๗๘', '(5) 555-4729', '09683873', ''])).toMatchObject({
      filled: 4,
      thaiPhones: 2,
      foreignPhones: 1,
    })
    expect(factsOf(['A@b.co', 'a@b'])).toMatchObject({ emails: 1 })
    expect(factsOf(['1112034563562', '1-1120-34563-56-2', '1112034563561'])).toMatchObject({ citizenIds: 2 })
    expect(factsOf(['U0123456789abcdef0123456789abcdef', 'line10'])).toMatchObject({ lineUserIds: 1 })
    expect(factsOf(['1,200 บาท', '1234.50', '-5', '(5)', '12%'])).toMatchObject({ numbers: 4 })
    expect(factsOf(['05021', '1234567890123456', '0', '10'])).toMatchObject({ codes: 2, zeroOrOne: 1 })
    expect(factsOf(['Yes', 'ไม่ใช่', '1', 'No phone service'])).toMatchObject({ booleans: 3, zeroOrOne: 1 })
    expect(factsOf(['12 ม.ค. 2530', '19870112', 'Jan 12, 1987', '949/3 หมู่ 7'])).toMatchObject({ dates: { dates: 3 } })
    expect(factsOf(['2026-03-01 09:15:00 +0700'])).toMatchObject({ days: 1, thaiPhones: 0 })
  })

  test('keep the first five distinct values, cleaned and cut', () => {
    const facts = factsOf(['a', 'a ', 'b\u0000', 'NULL', 'c', 'd', 'e', 'f', 'x'.repeat(500)])
    expect(facts.samples).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(facts.longest).toBe(500)
    expect(factsOf(['x'.repeat(500)]).samples).toEqual(['x'.repeat(100)])
  })
})

describe('the type of a new field', () => {
  test.each([
    [['Yes', 'No', ''], 'Boolean'],
    [['Yes', 'No', 'No phone service'], 'String'],
    [['0', '1', '1'], 'Number'],
    [['29.85', ' ', '1889.5'], 'Number'],
    [['1,200 บาท', '฿500'], 'Number'],
    [['05021', '12209'], 'String'],
    [['WA1 1DP', '12209'], 'String'],
    [['1112034563562', '1112034563562'], 'String'],
    [['12345678901234567'], 'String'],
    [['0812345678', '0898765432'], 'String'],
    [['12/01/2530', '29/02/2566'], 'Date'],
    [['2019-08-09T03:33:09.000+07:00'], 'Date'],
    [['19081209', '19990219'], 'Date'],
    [['', 'NULL'], 'String'],
  ])('%j is %s', (cells, type) => {
    expect(guessDataType(factsOf(cells))).toBe(type)
  })

  test('is not changed by one mistyped cell in a hundred', () => {
    expect(guessDataType(factsOf([...Array<string>(99).fill('29.85'), 'n.n.']))).toBe('Number')
  })
})

describe('the style of a column', () => {
  test('takes phones as Thai unless two in three are not', () => {
    expect(columnStyleOf(factsOf(['030-0074321', '(5) 555-4729', '0241-039123', '089-0877310']), options).phones).toBe(
      'unknown',
    )
    expect(columnStyleOf(factsOf(['0812345678', '(5) 555-4729']), options).phones).toBe('thai')
    expect(columnStyleOf(factsOf(['09683873', '06689334']), options).phones).toBe('thai')
  })

  test('keeps times where there are some and the field can hold them', () => {
    const facts = factsOf(['21/12/2568 10:47'])
    expect(columnStyleOf(facts, options).timeZone).toBe('Asia/Bangkok')
    expect(columnStyleOf(facts, { ...options, dayOnly: true }).timeZone).toBe(null)
    expect(columnStyleOf(factsOf(['21/12/2568']), options).timeZone).toBe(null)
  })
})

test('personal numbers are kept only in samples, which an erasure finds', () => {
  const facts = factsOf([
    '0812345678',
    '0898765432',
    '0611234567',
    '0956781234',
    '0856781234',
    '0600000001',
    '0999999998',
  ])
  expect(facts.run).toMatchObject({ cells: 7, span: 399999997 })
  const { samples, ...kept } = facts
  expect(JSON.stringify(kept)).not.toMatch(/600000001|999999998/)
})
