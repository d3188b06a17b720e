import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const about = ['somchai.k@maliflower.com', 'สมชาย', 'ใจดี', 'ร้านมะลิลา ดอกไม้สด']

describe('a password is refused that is', () => {
  test.each([
    ['among the common ones, in any case', 'ChristopheR'],
    ['a common one with digits before and after', '12monkey2020'],
    ['a common one with signs for letters', 'P@ssw0rd2567'],
    ['a common one twice', 'dragondragon'],
    ['one sign again and again', '!!!!!!!!!!!!'],
    ['a walk over the keys', 'qwertyuiop'],
    ['a walk over the keys and back', '1qaz2wsx0987654321'],
    ['a walk over the keys with shift held down', '!@#$%^&*()'],
    ['a walk over a Thai keyboard', 'ฟหกดเ้่าสว'],
    ['a walk over the keys of numbers', '1478523690'],
    ['a Thai word and a year', 'ฉันรักเธอ2569'],
    ['a Thai word and a year in Thai digits', 'ฉันรักเธอ๒๕๖๙'],
    ['a Thai word typed on Latin keys', 'isylzjko2569'],
    ['a Thai word in Latin letters', 'Sawasdee-1234'],
    ['an English word typed on Thai keys', 'ยฟหหไนพก123'],
    ['a phone number', '081-234-5678'],
    ['a phone number of another country’s form', '+66812345678'],
    ['a citizen id', '1-1017-00230-70-8'],
    ['a birthday of the Buddhist era', '12/08/2532'],
    ['two years', '25692540ab'],
    ['the person’s name and a year', 'สมชายใจดี-2540'],
    ['the name of the address', 'Somchai.k#99'],
    ['the address itself', 'somchai.k@maliflower.com'],
    ['the store’s name', 'ร้านมะลิลา ดอกไม้สด'],
    ['a part of the store’s name', 'ดอกไม้สด 1234'],
    ['the store’s name typed on Latin keys', ',t]b]k2569!!'],
    ['the shop’s domain', 'maliflower!1'],
  ])('%s: %s', (_, password) => {
    expect(isCommonPassword(password, about)).toBe(true)
  })
})

describe('a password is taken that is', () => {
  test.each([
    ['words that have nothing to do with each other', 'purple tractor monday'],
    ['Thai words that have nothing to do with each other', 'กระเป๋าสีฟ้าลอยน้ำ'],
    ['ten letters by chance', 'vkwtqmzhxe'],
    ['ten digits by chance', '7391846205'],
    ['ten signs by chance', '#)"=;{&]/\\'],
    ['a name among other words', 'somchai drinks green rain'],
    ['nothing but blanks and letters far apart', 'h 8 k q z 2 m'],
  ])('%s: %s', (_, password) => {
    expect(isCommonPassword(password, about)).toBe(false)
  })
})

test('the names of people and stores may hold any sign', () => {
  for (const name of ['(.*', '[', '\\', '', ' ', '+', 'ก'.repeat(1000), '😀😀😀']) {
    expect(isCommonPassword('purple tractor monday', [name])).toBe(false)
  }
})

property.prop([fc.string({ unit: 'binary', maxLength: 200 }), fc.string({ unit: 'binary', maxLength: 100 })])(
  'any password can be judged, in capitals as in small letters',
  (password, name) => {
    const lower = password.normalize('NFKC').toLowerCase()
    expect(isCommonPassword(password, [name])).toBe(isCommonPassword(lower, [name]))
  },
)
