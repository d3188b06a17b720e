import { FIRST_CUSTOM_FIELD_ID, systemFields } from '@ruam/contract/system-fields.ts'
import { expect, test } from 'vitest'
import { factsOf, newColumn, noteCell } from '../files/note-cells.ts'
import { ambiguousKeywords, mappingKeywords } from '../master-data/master-data.ts'
import { type MappableField, normalizeHeader, suggestMapping } from './suggest.ts'

const fields: MappableField[] = systemFields.map(({ id, name, th, en, kind }) => ({ id, name, titles: [th, en], kind }))
const customerCode: MappableField = { id: FIRST_CUSTOM_FIELD_ID, name: 'code', titles: ['รหัสลูกค้า'], kind: 'text' }

/** What is suggested for columns given as {header: cells}: the field's name, or why there is none. */
function suggested(columns: Record<string, string[]>, known = fields): Record<string, string> {
  const sources = Object.entries(columns).map(([name, cells], place) => {
    const column = newColumn()
    for (const cell of cells) noteCell(column, cell)
    return { id: String(place + 1), name, facts: factsOf(column) }
  })
  const names = suggestMapping(sources, known).map(
    ({ destination_id, reason }) => known.find(({ id }) => id === destination_id)?.name ?? reason,
  )
  return Object.fromEntries(sources.map(({ name }, place) => [name, names[place]!]))
}

test('headers map in Thai and English, however they are written', () => {
  expect(
    suggested({
      ชื่อ: ['สมชาย'],
      'คํานําหน้า ': ['นาย'],
      'E-mail Address': ['a@b.co'],
      Phone_Number: ['0812345678'],
      'ว/ด/ป เกิด': ['12/01/2530'],
      ' surname': ['Waller'],
      รายได้: ['140,000'],
    }),
  ).toEqual({
    ชื่อ: 'firstName',
    'คํานําหน้า ': 'prefixName',
    'E-mail Address': 'email',
    Phone_Number: 'phone',
    'ว/ด/ป เกิด': 'birthDate',
    ' surname': 'lastName',
    รายได้: 'income',
  })
})

test('every keyword of the master data reaches its field', () => {
  const known = new Set<number>([...fields.map(({ id }) => id), 24])
  for (const { keyword, field_id } of mappingKeywords) {
    expect(known).toContain(field_id)
    const target: MappableField = { id: field_id, name: 'it', titles: [], kind: 'text' }
    expect(suggested({ [keyword]: ['คำ'] }, [target])).toEqual({ [keyword]: 'it' })
  }
})

test('an ambiguous header never maps by itself', () => {
  for (const { keyword } of ambiguousKeywords) {
    expect(suggested({ [keyword]: ['1112034563562', '0812345678', 'a@b.co'] })).toEqual({ [keyword]: 'ambiguous' })
  }
  expect(suggested({ 'Tax ID': ['1112034563562'] })).toEqual({ 'Tax ID': 'ambiguous' })
})

test('an ambiguous header maps to the field that the store itself named so', () => {
  expect(suggested({ รหัสลูกค้า: ['A1'] }, [...fields, customerCode])).toEqual({ รหัสลูกค้า: 'code' })
})

test('content can veto a header', () => {
  expect(suggested({ 'e-mail': ['12/01/2530', '13/01/2530'] })).toEqual({ 'e-mail': 'vetoed' })
  expect(suggested({ phone: ['สมชาย'] })).toEqual({ phone: 'vetoed' })
  expect(suggested({ ชื่อ: ['12/01/2530'] })).toEqual({ ชื่อ: 'vetoed' })
  expect(suggested({ LineUserID: ['somchai99'] })).toEqual({ LineUserID: 'vetoed' })
})

test('content speaks under an unknown header', () => {
  expect(suggested({ c1: ['U0123456789abcdef0123456789abcdef'] })).toEqual({ c1: 'lineUserId' })
  expect(suggested({ 'LINE ID': ['U0123456789abcdef0123456789abcdef'] })).toEqual({ 'LINE ID': 'lineUserId' })
  expect(suggested({ c1: ['1112034563562'], c2: ['a@b.co'], c3: ['0812345678'] })).toEqual({
    c1: 'citizenId',
    c2: 'email',
    c3: 'phone',
  })
  expect(suggested({ c1: ['12/01/2530'] })).toEqual({ c1: 'unknown' })
})

test('a field is suggested once: by header first, then for the fuller column', () => {
  expect(suggested({ c1: ['0812345678', '0812345679'], มือถือ: ['0812345670'] })).toEqual({
    c1: 'ambiguous',
    มือถือ: 'phone',
  })
  expect(suggested({ tel: ['0812345678', ''], mobile: ['0812345670', '0812345671'] })).toEqual({
    tel: 'ambiguous',
    mobile: 'phone',
  })
})

test('an empty column is left out', () => {
  expect(suggested({ phone: ['', 'NULL'] })).toEqual({ phone: 'empty' })
})

test('a header is compared without case, blanks and signs', () => {
  expect(normalizeHeader(' E-Mail_(ADDRESS): ')).toBe('emailaddress')
})
