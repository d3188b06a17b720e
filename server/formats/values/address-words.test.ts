import { expect, test } from 'vitest'
import { addressWords } from './address-words.ts'

const textsOf = (address: string) => addressWords(address).map(({ text }) => text)

test.each([
  ['949/3 ม.7 ต.หนองไม้ซุง อ.อุทัย จ.พระนครศรีอยุธยา 13210', '๙๔๙/๓ หมู่ที่ 7 ตำบลหนองไม้ซุงอำเภออุทัยจังหวัดพระนครศรีอยุธยา 13210'],
  ['12 ซ.5 หมู่บ้านสวนทอง กทม. 10400', 'บ้านเลขที่ 12 ซอย 5 สวนทอง กรุงเทพมหานคร 10400'],
  ['123 Moo 4, Tambon Bang Phra, Amphoe Si Racha', '123 ม.4 bang phra si racha'],
  ["6 King's Road, Bangkok", '6 kings rd krung thep'],
])('%s is read as %s is', (one, other) => {
  expect(textsOf(one)).toEqual(textsOf(other))
})

test('a house number is distinguished from other numbers and from a postcode', () => {
  expect(textsOf('12 หมู่ 3')).not.toContain('3')
  expect(textsOf('3 หมู่ 12')).not.toEqual(expect.arrayContaining(textsOf('12 หมู่ 3')))
  expect(addressWords('99/1 สุขุมวิท 10110').map(({ kind }) => kind)).toEqual(['door', 'place', 'place'])
})

test('an address of nothing that can be read has no words', () => {
  expect(addressWords(' -, ')).toEqual([])
})
