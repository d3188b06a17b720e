import { describe, expect, test } from 'vitest'
import { type PersonName, readFamilyName, readName, titleWords } from './names.ts'
import { sexOfTitle, titleAlone, withoutSpokenTitle } from './titles.ts'

/** What a cell says, without what it does not. */
function said(raw: string, read: (cell: string) => PersonName = readName) {
  const entries = Object.entries(read(raw)).filter(([, value]) => (Array.isArray(value) ? value.length > 0 : value))
  return Object.fromEntries(entries)
}

const name = (prefix: string | null, first_name: string, last_name?: string) => ({
  ...(prefix && { prefix }),
  first_name,
  ...(last_name && { last_name }),
})

describe('a title is read whole', () => {
  test.each([
    ['นาย สมชาย ใจดี', name('นาย', 'สมชาย', 'ใจดี')],
    ['นายสมชาย ใจดี', name('นาย', 'สมชาย', 'ใจดี')],
    ['น.ส.มาลี ศรีสุข', name('นางสาว', 'มาลี', 'ศรีสุข')],
    ['นส มาลี ศรีสุข', name('นางสาว', 'มาลี', 'ศรีสุข')],
    ['ด.ญ.ปุณณภา ใจดี', name('เด็กหญิง', 'ปุณณภา', 'ใจดี')],
    ['คุณสมศรี', name('คุณ', 'สมศรี')],
    ['คุณหญิงสมศรี ใจดี', name('คุณหญิง', 'สมศรี', 'ใจดี')],
    ['คุณหญิง ใจดี', name('คุณ', 'หญิง', 'ใจดี')],
    ['ท่านผู้หญิงสมศรี ใจดี', name('ท่านผู้หญิง', 'สมศรี', 'ใจดี')],
    ['ม.ร.ว.สมชาย ใจดี', name('หม่อมราชวงศ์', 'สมชาย', 'ใจดี')],
    ['ร.ต.อ.หญิง สมศรี ใจดี', name('ร้อยตำรวจเอกหญิง', 'สมศรี', 'ใจดี')],
    ['พ.ต.อ.(หญิง) สมศรี ใจดี', name('พันตำรวจเอกหญิง', 'สมศรี', 'ใจดี')],
    ['พ.ต.อ.(พิเศษ) สมชาย ใจดี', name('พันตำรวจเอก', 'สมชาย', 'ใจดี')],
    ['พันตำรวจเอกหญิงสมศรี ใจดี', name('พันตำรวจเอกหญิง', 'สมศรี', 'ใจดี')],
    ['ร. ต. อ. สมชาย ใจดี', name('ร้อยตำรวจเอก', 'สมชาย', 'ใจดี')],
    ['น.อ.สมชาย ทองคำ', name('น.อ.', 'สมชาย', 'ทองคำ')],
    ['นาวาอากาศเอกสมชาย ทองคำ', name('นาวาอากาศเอก', 'สมชาย', 'ทองคำ')],
    ['ว่าที่ ร.ต.สมชาย ทองคำ', name('ว่าที่ร้อยตรี', 'สมชาย', 'ทองคำ')],
    ['ว่าที่ ร.ต. ก้อง เกียรติไกร', name('ว่าที่ร้อยตรี', 'ก้อง', 'เกียรติไกร')],
    ['ว่าที่ร้อยตรีหญิง สมศรี ทองคำ', name('ว่าที่ร้อยตรีหญิง', 'สมศรี', 'ทองคำ')],
    ['พระมหาสมชาย ฐิตญาโณ', name('พระมหา', 'สมชาย', 'ฐิตญาโณ')],
    ['ผศ.ดร.สมชาย ทองคำ', name('ผู้ช่วยศาสตราจารย์ ดอกเตอร์', 'สมชาย', 'ทองคำ')],
    ['รศ.นพ.สมชาย ทองคำ', name('รองศาสตราจารย์ นายแพทย์', 'สมชาย', 'ทองคำ')],
    ['พล.ต.อ.ดร.สมชาย ใจดี', name('พลตำรวจเอก ดอกเตอร์', 'สมชาย', 'ใจดี')],
    ['สพ.ญ.สมศรี ใจดี', name('สัตวแพทย์หญิง', 'สมศรี', 'ใจดี')],
    ['ครูสมศรี', name('ครู', 'สมศรี')],
    ['พี่แอน', name(null, 'แอน')],
    ['Mr.สมชาย ทองคำ', name('Mr.', 'สมชาย', 'ทองคำ')],
    ['mr John A. Smith', name('Mr.', 'John', 'A. Smith')],
    ['Asst. Prof. Dr. Somchai Jaidee', name('Asst. Prof. Dr.', 'Somchai', 'Jaidee')],
    ['สมศรี ใจดี (นาง)', name('นาง', 'สมศรี', 'ใจดี')],
  ])('%s', (raw, expected) => expect(said(raw)).toEqual(expected))
})

describe('a name keeps its letters', () => {
  test.each([
    'นายิกา ใจดี',
    'คุณากร ใจดี',
    'คุณวุฒิ ใจดี',
    'นายก ใจดี',
    'ดรุณี ใจดี',
    'นพ ใจดี',
    'น้องนุช ใจดี',
    'พลพงศ์ ใจดี',
    'พันธ์ทิพย์ ใจดี',
    'องค์การ ดอกไม้',
    'กุลธิดา วัดโสภา',
    'สมหญิง ณ เชียงใหม่',
    'มาลี แซ่ลิ้ม',
    "Mary-Ann O'Brien",
  ])('%s', (raw) => {
    // biome-ignore format: one list
    const [first, ...rest] = raw.split(' ')
    expect(said(raw)).toEqual(name(null, first!, rest.join(' ')))
  })
})

const somsri = name(null, 'สมศรี', 'ใจดี')

describe('what is no name is cut off', () => {
  test.each([
    ['สมศรี (แอน) ใจดี', { ...somsri, nickname: 'แอน' }],
    ['สมศรี ใจดี (น้องแอน)', { ...somsri, nickname: 'แอน' }],
    ['สมศรี "แอน" ใจดี', { ...somsri, nickname: 'แอน' }],
    ['แอน-สมศรี ใจดี', { ...somsri, nickname: 'แอน' }],
    ['น้องแอน สมศรี ใจดี', { ...somsri, nickname: 'แอน' }],
    ['สมศรี ใจดี ชื่อเล่น แอน ❤️', { ...somsri, nickname: 'แอน', notes: ['❤️'] }],
    ['สมศรี ใจดี (เดิมชื่อ สมหญิง)', { ...somsri, former_name: 'สมหญิง' }],
    ['สมศรี ใจดี (สกุลเดิม ทองคำ)', { ...somsri, maiden_name: 'ทองคำ' }],
    ['สมศรี ใจดี จ.เชียงใหม่', { ...somsri, notes: ['จ.เชียงใหม่'] }],
    ['สมศรี ใจดี เชียงใหม่', { ...somsri, notes: ['เชียงใหม่'] }],
    ['สมศรี ใจดี *VIP*', { ...somsri, notes: ['VIP'] }],
    ['สมศรี ใจดี #12', { ...somsri, notes: ['#12'] }],
    ['สมศรี ใจดี ห้อง 304', { ...somsri, notes: ['ห้อง 304'] }],
    ['สมศรี ใจดี ❤️', { ...somsri, notes: ['❤️'] }],
    ['สมศรี ใจดี โทรก่อนส่ง', { ...somsri, notes: ['โทรก่อนส่ง'] }],
    ['สมศรี ใจดี (ลูกค้าเก่า)', { ...somsri, notes: ['ลูกค้าเก่า'] }],
    ['สมศรี ใจดี LINE: somsri99', { ...somsri, notes: ['LINE: somsri99'] }],
    ['สมศรี ใจดี 0815559999', { ...somsri, phones: ['0815559999'] }],
    ['สมศรี (โทร. 081-555-9999) ใจดี', { ...somsri, phones: ['โทร. 081-555-9999'] }],
    ['สมชาย/สมศรี ใจดี', { ...name(null, 'สมชาย', 'ใจดี'), notes: ['สมศรี'] }],
    ['น.อ.สมชาย ใจดี ร.น.', { ...name('น.อ.', 'สมชาย', 'ใจดี'), notes: ['ร.น.'] }],
    ['1. สมศรี ใจดี', { ...somsri, notes: ['1.'] }],
  ])('%s', (raw, expected) => expect(said(raw)).toEqual(expected))
})

describe('a firm is no person', () => {
  test.each([
    ['บริษัท ตัวอย่าง จำกัด (คุณแอน)', { ...name('คุณ', 'แอน'), company: 'บริษัท ตัวอย่าง จำกัด' }],
    ['คุณแอน บริษัท ตัวอย่าง จำกัด', { ...name('คุณ', 'แอน'), company: 'บริษัท ตัวอย่าง จำกัด' }],
    ['สมศรี ใจดี (บริษัท ตัวอย่าง จำกัด)', { ...somsri, company: 'บริษัท ตัวอย่าง จำกัด' }],
    ['บริษัท ก (ประเทศไทย) จำกัด (มหาชน)', { company: 'บริษัท ก (ประเทศไทย) จำกัด (มหาชน)' }],
    ['บจก.ตัวอย่าง', { company: 'บจก.ตัวอย่าง' }],
    ['ร้านป้าแดง', { company: 'ร้านป้าแดง' }],
    ['ABC Co., Ltd.', { company: 'ABC Co., Ltd.' }],
  ])('%s', (raw, expected) => expect(said(raw)).toEqual(expected))
})

describe('order, stars and keyboards', () => {
  test.each([
    ['Jaidee, Somchai', name(null, 'Somchai', 'Jaidee')],
    ['ใจดี, สมชาย', name(null, 'สมชาย', 'ใจดี')],
    ['JAIDEE Somchai', name(null, 'Somchai', 'Jaidee')],
    ['Smith John', name(null, 'John', 'Smith')],
    ['JOHN SMITH', name(null, 'John', 'Smith')],
    ['SOMCHAI JAIDEE', name(null, 'Somchai', 'Jaidee')],
    ['THONGKAM/SOMCHAI MR', name('Mr.', 'Somchai', 'Thongkam')],
    ['John Smith Jr.', name(null, 'John', 'Smith Jr.')],
    ['*สมศรี ใจดี*', somsri],
    ['สมศรี ใจดี*', somsri],
    ['สม***ศรี ใ**ดี', { unreadable: true }],
    ['J***n D**', { unreadable: true }],
    ["[nvikgV'", name(null, 'บือราเฮง')],
    ['l,=kp .0fu', name(null, 'สมชาย', 'ใจดี')],
    ['  สม\u200bศรี \u00a0 ใจดี\n', somsri],
    ['สมศรี\tใจดี', somsri],
    ['', {}],
    ['ลูกค้าทั่วไป', { unreadable: true }],
    ['ลูกค้า 12', { unreadable: true, notes: ['12'] }],
  ])('%s', (raw, expected) => expect(said(raw)).toEqual(expected))
})

test('a surname in a cell of its own loses its remarks', () => {
  expect(said('ใจดี (สกุลเดิม ทองคำ)', readFamilyName)).toMatchObject({ last_name: 'ใจดี', maiden_name: 'ทองคำ' })
  expect(['ณ อยุธยา', 'แซ่ลิ้ม', 'พลเดช', 'พระแก้ว', 'Gold', 'A. Smith'].map((cell) => readFamilyName(cell).last_name)).toEqual(['ณ อยุธยา', 'แซ่ลิ้ม', 'พลเดช', 'พระแก้ว', 'Gold', 'A. Smith']) // biome-ignore format: one table
})

test('a stored name is read as it was stored, whatever was around it', () => {
  const titles = ['', 'นาย', 'น.ส.', 'คุณ', 'คุณหญิง', 'ร.ต.อ.หญิง', 'ว่าที่ ร.ท.', 'น.อ.', 'ผศ.ดร.', 'พระครู', 'หมอ', 'พี่', 'Mr.', 'Asst. Prof. Dr.'] // biome-ignore format: one list
  const names = ['สมศรี ใจดี', 'คุณากร ณ อยุธยา', 'นพ พลเดช', 'หญิง พระแก้ว', 'พันธ์ทิพย์ แซ่ลิ้ม', 'Somchai Jaidee', 'มารุต']
  const remarks = ['', ' (แอน)', ' (เดิมชื่อ มาลี)', ' จ.เชียงใหม่', ' 081-555-9999', ' โทรก่อนส่ง', ' #12', ', ร้านดี', '/แอน']
  const marks = ['', '*VIP* ', '1. ']
  const changed: string[] = []
  for (const title of titles)
    for (const blank of ['', ' ', '  '])
      for (const one of names)
        for (const remark of remarks)
          for (const mark of marks) {
            const cell = `${mark}${title}${blank}${one}${remark}`
            const { prefix, first_name, last_name } = readName(cell)
            const again = readName([prefix, first_name, last_name].filter(Boolean).join(' '))
            const alone = readName(first_name ?? '')
            const family = last_name && readFamilyName(last_name).last_name
            const now = [again.prefix, again.first_name, again.last_name, alone.first_name, alone.prefix, family]
            if (now.join('|') !== [prefix, first_name, last_name, first_name, null, last_name].join('|'))
              changed.push(cell)
            if (/[\d()*]|บริษัท/.test(`${first_name}${last_name}`)) changed.push(cell)
          }
  expect(changed).toEqual([])
})

test('a title before a name is taken off, a name that only begins like one stays whole', () => {
  const cells = ['นายสมชาย', 'น.ส. มาลี', 'คุณกี่', 'Mr. John', 'สมชาย', 'คุณวุฒิ', 'นาย', '']
  expect(cells.map((cell) => readName(cell).first_name ?? '')).toEqual([
    'สมชาย',
    'มาลี',
    'กี่',
    'John',
    'สมชาย',
    'คุณวุฒิ',
    'นาย',
    '',
  ])
  expect(['น.ส.', 'ร.ต.อ.หญิง', 'ผศ. ดร.', 'สมชาย'].map(titleAlone)).toEqual(['นางสาว', 'ร้อยตำรวจเอกหญิง', 'ผู้ช่วยศาสตราจารย์ ดอกเตอร์', null]) // biome-ignore format: one table
})

test('counts the words of a title before a name', () => {
  const titled = ['นายสมชาย', 'น.ส. มาลี', 'คุณกี่', 'Mr. John', 'ว่าที่ ร.ต. วิชัย', 'mrs. may', 'Mister Bean']
  expect(titled.map(titleWords)).toEqual([0, 1, 0, 1, 2, 1, 1])
  const untitled = ['สมชาย', 'คุณวุฒิ', 'นาย', 'Mister', 'คุณากร', 'ดรุณี', 'Msida', '']
  expect(untitled.map(titleWords)).toEqual(untitled.map(() => null))
})

test('a title states the sex of its bearer', () => {
  const titles = ['นาย', 'ร้อยตำรวจเอกหญิง', 'พระมหา', 'ผู้ช่วยศาสตราจารย์ แพทย์หญิง', 'Mrs.', 'คุณ', 'ดอกเตอร์', null]
  expect(titles.map(sexOfTitle)).toEqual(['male', 'female', 'male', 'female', 'female', null, null, null])
  expect(['พี่แอน', 'คุณหมอสมชาย', 'Khun Somchai', 'นายสมชาย', 'น้องนุช'].map(withoutSpokenTitle)).toEqual(['แอน', 'สมชาย', 'Somchai', null, null]) // biome-ignore format: one table
})
