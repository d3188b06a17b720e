import { FIRST_CUSTOM_FIELD_ID, systemFields } from '@ruam/contract/platform/system-fields.ts'
import { expect, test } from 'vitest'
import { normalizeHeader } from '../../formats/files/normalize-header.ts'
import { factsOf, newColumn, noteCell } from '../../formats/files/note-cells.ts'
import { ambiguousKeywords, mappingKeywords } from '../../master-data/master-data.ts'
import type { MappableField, SourceColumn } from './column-drafts.ts'
import { suggestMapping } from './suggest.ts'

const fields: MappableField[] = systemFields.map(({ id, name, th, en, kind }) => ({ id, name, titles: [th, en], kind }))
const customerCode: MappableField = { id: FIRST_CUSTOM_FIELD_ID, name: 'code', titles: ['รหัสลูกค้า'], kind: 'text' }

const sourcesOf = (columns: Record<string, string[]>): SourceColumn[] =>
  Object.entries(columns).map(([name, cells], place) => {
    const column = newColumn()
    for (const cell of cells) noteCell(column, cell)
    return { id: String(place + 1), name, facts: factsOf(column) }
  })

const suggestionsOf = (columns: Record<string, string[]>, known = fields) =>
  suggestMapping(sourcesOf(columns), known, Math.max(...Object.values(columns).map(({ length }) => length)))

/** Returns suggestions for columns given as {header: cells}: the field's name, or the reason for none. */
function suggested(columns: Record<string, string[]>, known = fields): Record<string, string> {
  return Object.fromEntries(
    suggestionsOf(columns, known).map(({ destination_id, reason }, place) => [
      Object.keys(columns)[place],
      known.find(({ id }) => id === destination_id)?.name ?? reason,
    ]),
  )
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

const phones = ['0812345678', '0898765432', '0611234567', '0956781234']
const line = ['U0123456789abcdef0123456789abcdef', 'U1123456789abcdef0123456789abcdef']

test('content speaks under an unknown header, when there is enough of it', () => {
  expect(suggested({ c1: line })).toEqual({ c1: 'lineUserId' })
  expect(suggested({ 'LINE ID': line })).toEqual({ 'LINE ID': 'lineUserId' })
  const ids = ['1112034563562', '9517812865702', '9289218401108']
  expect(suggested({ c1: ids, c2: ['a@b.co', 'b@b.co', 'c@b.co'], c3: phones })).toEqual({
    c1: 'citizenId',
    c2: 'email',
    c3: 'phone',
  })
  expect(suggested({ c1: ids.slice(1), c2: ['a@b.co'], c3: ['0812345678'] })).toEqual({
    c1: 'unknown',
    c2: 'unknown',
    c3: 'unknown',
  })
  expect(suggested({ c1: ['12/01/2530'] })).toEqual({ c1: 'unknown' })
})

test('a field is suggested once: by header first, then for the fuller column', () => {
  expect(suggested({ c1: phones, มือถือ: ['0812345670'] })).toEqual({ c1: 'ambiguous', มือถือ: 'phone' })
  expect(suggested({ tel: ['0812345678', ''], mobile: ['0812345670', '0812345671'] })).toEqual({
    tel: 'phone',
    mobile: 'phone',
  })
})

test.each([
  ['วันที่ซื้อล่าสุด', ['2024-05-01', '2024-05-02', '2024-05-02', '2024-06-11'], 'Date'],
  ['c1', ['20240501', '20240502', '20240611', '20240630'], 'Date'],
  ['c1', ['2567-05-01', '2567-05-02', '2567-06-11', '2567-06-30'], 'Date'],
  ['ใบเสร็จ', ['660100123', '660100127', '660100131', '660200001'], 'String'],
  ['c1', ['21000001', '21000002', '21000007', '21000009'], 'String'],
])('numbers that are no phones feed none and get the type they are: %s %j', (header, cells, type) => {
  const [one] = suggestionsOf({ [header]: cells })
  expect([one?.destination_id, one?.data_type]).toEqual([null, type])
})

test('a header whose words agree with the cells is no guess, cells alone are one', () => {
  const reasons = suggestionsOf({ 'เบอร์โทร (ลูกค้า)': phones, c2: ['a@b.co', 'b@b.co', 'c@b.co', 'd@b.co'] })
  expect(reasons.map(({ reason }) => reason)).toEqual(['keyword', 'content'])
})

test('parts of an address are joined to it where they lead to a door, and asked about where they do not', () => {
  const cells = { จังหวัด: ['ลำพูน', 'เชียงใหม่'], รหัสไปรษณีย์: ['51000', '50200'] }
  expect(suggested({ ที่อยู่: ['99/1', '7'], ...cells })).toEqual({
    ที่อยู่: 'address',
    จังหวัด: 'address',
    รหัสไปรษณีย์: 'address',
  })
  expect(suggestionsOf(cells).map(({ reason, offer }) => [reason, offer])).toEqual([
    ['ambiguous', 'address'],
    ['ambiguous', 'address'],
  ])
})

test('an apostrophe before digits keeps a column from no field', () => {
  expect(suggested({ Phone: phones.map((phone) => `'+66${phone.slice(1)}`) })).toEqual({ Phone: 'phone' })
  expect(suggested({ Phone: phones.map((phone) => `'${phone}`) })).toEqual({ Phone: 'phone' })
  const ids = ['1112034563562', '9517812865702', '9289218401108'].map((id) => `'${id}`)
  expect(suggested({ c1: ids, รายได้: ["'1,200", "'90", "'15000"] })).toEqual({ c1: 'citizenId', รายได้: 'income' })
})

test('the fuller column of phones wins where cells hold several phones', () => {
  const several = phones.map((phone, row) => `${phone} ::: 08611122${row}0`)
  expect(suggested({ 'Phone 2 - Value': phones.slice(1), 'Phone 1 - Value': several })).toEqual({
    'Phone 2 - Value': 'phone',
    'Phone 1 - Value': 'phone',
  })
  expect(suggested({ เบอร์โทร: ['081-234-5678, 02-123-4567', '0898765432/0611234567'] })).toEqual({ เบอร์โทร: 'phone' })
})

test('short headers are parts of an address, and a shipping address is one', () => {
  const cells = { 'ต.': ['สุเทพ', 'ช้างคลาน'], 'อ.': ['เมือง', 'เมือง'], 'จ.': ['เชียงใหม่', 'เชียงใหม่'] }
  expect(suggested({ ที่อยู่ในการจัดส่ง: ['99/1', '7'], ...cells })).toEqual({
    ที่อยู่ในการจัดส่ง: 'address',
    'ต.': 'address',
    'อ.': 'address',
    'จ.': 'address',
  })
})

test('a running number, and what is nearly empty, is left out without a question', () => {
  const empty = Array<string>(19).fill('')
  const rows = suggestionsOf({
    ลำดับ: Array.from({ length: 20 }, (_, row) => String(row + 1)),
    หมายเหตุ: ['vip', ...empty],
  })
  expect(rows.map(({ reason }) => reason)).toEqual(['not_needed', 'not_needed'])
})

test('an ambiguous column is offered a new field, and codes of customers are a proposed key', () => {
  const cells = { ไลน์ไอดี: ['line10', 'somchai99'], 'Tax ID': ['A1', 'B7'], รหัสลูกค้า: ['A1', 'B7'] }
  const [line, one, code] = suggestionsOf(cells)
  expect(line).toMatchObject({ destination_id: 20, reason: 'contact' })
  expect(one).toMatchObject({ destination_id: null, reason: 'ambiguous', offer: 'new_field', data_type: 'String' })
  expect(code).toMatchObject({ destination_id: null, reason: 'new_key', offer: 'new_field', data_type: 'String' })
})

const people = ['นายสมชาย ใจดี', 'น.ส.มาลี ณ อยุธยา', 'ญาดา ศรีสุข', 'Somchai Jaidee']

test.each(['ชื่อ-นามสกุล', 'ชื่อ - สกุล', 'ชื่อสกุล', 'Full Name', 'ลูกค้า', 'ชื่อลูกค้า', 'Customer name', 'ชื่อผู้รับ', 'ชื่อ', 'Name'])(
  'the column %s of whole names is split by default',
  (header) => {
    const [one] = suggestionsOf({ [header]: people, เบอร์โทร: phones })
    expect([one?.reason, one?.split.map(({ part }) => part)]).toEqual([
      'full_name',
      ['prefix', 'first_name', 'last_name'],
    ])
  },
)

test('a column of whole names feeds by default only the parts that no other column feeds', () => {
  const [, one] = suggestionsOf({ คำนำหน้า: ['นาย', 'นางสาว'], 'ชื่อ-สกุล': ['สมชาย ใจดี', 'มาลี แสนสุข'] })
  expect(one?.split.map(({ part }) => part)).toEqual(['first_name', 'last_name'])
  const [whole] = suggestionsOf({ 'ชื่อ-สกุล': people, ชื่อ: ['สมชาย'], นามสกุล: ['ใจดี'] })
  expect([whole?.reason, whole?.split]).toEqual(['ambiguous', []])
})

test.each([
  ['ลูกค้า', ['บริษัท กขค จำกัด', 'หจก. แสงดี การค้า', 'ร้าน ป้าแดง']],
  ['ประเภทสมาชิก', ['Gold member', 'Silver member', 'Gold member']],
  ['ชื่อพนักงานขาย', ['สมชาย ใจดี', 'มาลี แสนสุข']],
  ['ลูกค้า', Array.from({ length: 100 }, (_, row) => (row % 2 ? 'Walk in' : 'Online order'))],
])('the column %s that holds no names of customers is not split by default', (header, cells) => {
  expect(suggestionsOf({ [header]: cells })[0]?.split).toEqual([])
})

test('an order number under Name is no first name', () => {
  expect(suggested({ Name: ['#1001', '#1002'], 'Billing Name': ['Somchai Jaidee', 'Malee Saensuk'] })).toEqual({
    Name: 'vetoed',
    'Billing Name': 'full_name',
  })
})

test('first names with a title before some of them are offered to be split', () => {
  const [one] = suggestionsOf({ ชื่อ: ['นายสมชาย', 'มาลี', 'น.ส.ญาดา'] })
  expect(one).toMatchObject({ destination_id: 1, offer: 'title', full_name: false })
})

test('an empty column is left out', () => {
  expect(suggested({ phone: ['', 'NULL'] })).toEqual({ phone: 'empty' })
})

test('a header is compared without case, blanks and signs', () => {
  expect(normalizeHeader(' E-Mail_(ADDRESS): ')).toBe('emailaddress')
})
