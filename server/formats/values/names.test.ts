import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { splitName, titleWords, withoutTitle } from './names.ts'

const parts = (raw: string) => {
  const { prefix, first_name, last_name } = splitName(raw)
  return [prefix, first_name, last_name]
}

describe('a whole name is split', () => {
  test.each([
    ['นาย สมชาย ใจดี', 'นาย', 'สมชาย', 'ใจดี'],
    ['นายสมชาย ใจดี', 'นาย', 'สมชาย', 'ใจดี'],
    ['นางสาวมาลี ศรีสุข', 'นางสาว', 'มาลี', 'ศรีสุข'],
    ['น.ส.มาลี ศรีสุข', 'นางสาว', 'มาลี', 'ศรีสุข'],
    ['น.ส. มาลี ศรีสุข', 'นางสาว', 'มาลี', 'ศรีสุข'],
    ['ด.ญ.พิมพ์ใจ แซ่ลิ้ม', 'เด็กหญิง', 'พิมพ์ใจ', 'แซ่ลิ้ม'],
    ['คุณสมศรี', 'คุณ', 'สมศรี', null],
    ['ว่าที่ ร.ต. ก้อง เกียรติไกร', 'ว่าที่ร้อยตรี', 'ก้อง', 'เกียรติไกร'],
    ['mr John A. Smith', 'Mr.', 'John', 'A. Smith'],
    ['สมหญิง ณ อยุธยา', null, 'สมหญิง', 'ณ อยุธยา'],
    ['สมหญิง', null, 'สมหญิง', null],
    ['', null, null, null],
  ])('%s', (raw, prefix, first, last) => expect(parts(raw)).toEqual([prefix, first, last]))
})

describe('a given name keeps its letters', () => {
  test.each(['นายิกา ใจดี', 'คุณากร ใจดี', 'นายก ใจดี', 'ดรุณี ใจดี', 'อ้อย ใจดี'])('%s', (raw) =>
    expect(parts(raw)).toEqual([null, raw.split(' ')[0], 'ใจดี']),
  )
})

property.prop([fc.array(fc.constantFrom('ก', 'มาลี', 'นาย', 'นางสาว', 'น.ส.', 'ใจดี', ' ', 'Mr.'), { maxLength: 8 })])(
  'no letter of a name is lost',
  (pieces) => {
    const raw = pieces.join('')
    const { prefix, first_name, last_name } = splitName(raw)
    const kept = `${first_name ?? ''}${last_name ?? ''}`.replaceAll(' ', '')
    const all = raw.replaceAll(' ', '')
    expect(all.endsWith(kept)).toBe(true)
    if (prefix === null) expect(kept).toBe(all)
  },
)

test('a title before a name is taken off, a name that only begins like one stays whole', () => {
  expect(['นายสมชาย', 'น.ส. มาลี', 'คุณกี่', 'Mr. John', 'สมชาย', 'คุณวุฒิ', 'นาย', ''].map(withoutTitle)).toEqual([
    'สมชาย',
    'มาลี',
    'กี่',
    'John',
    'สมชาย',
    'คุณวุฒิ',
    'นาย',
    '',
  ])
})

test('counts the words of a title before a name', () => {
  expect(['นายสมชาย', 'น.ส. มาลี', 'คุณกี่', 'Mr. John', 'ว่าที่ ร.ต. วิชัย', 'mrs. may'].map(titleWords)).toEqual([
    0, 1, 0, 1, 2, 1,
  ])
  const untitled = ['สมชาย', 'คุณวุฒิ', 'นาย', 'Mister', 'คุณากร', 'ดรุณี', 'Msida', '']
  expect(untitled.map(titleWords)).toEqual(untitled.map(() => null))
})
