import { readFileSync } from 'node:fs'
import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { isGivenName } from '../../master-data/thai-names.ts'
import { familyNames, firstNames, nicknames } from '../made-up/names.ts'
import { familyNamesLikeness } from './family-names.ts'
import { compareGivenNames } from './given-names.ts'

const all = Object.values(firstNames).flatMap(({ older, younger }) => [...older, ...younger])
const pairsOf = (names: readonly string[]) =>
  names.flatMap((a, place) => names.slice(place + 1).map((b) => [a, b] as const))

describe('names that may be one person’s', () => {
  test.each([
    ['ณัฐพงษ์', 'นัฐพงศ์'],
    ['วรรณา', 'วัณณา'],
    ['เพชร', 'เพ็ชร'],
    ['แก้ว', 'แกว'],
    ['สมศักดิ์', 'สมศักดื์'],
    ['สมชาย', 'สมชยา'],
    ['ประเสริฐ', 'ประเริฐ'],
    ['กาญจนา', 'กาญนจา'],
    ['วิไลลักษณ์', 'วิไลลักณ์'],
    ['นายสมชาย', 'สมชาย'],
    ['น.ส.มาลี', 'มาลี'],
    ['สมชาย', 'Somchai'],
    ['สมหญิง', 'SOMYING'],
    ['จิราภรณ์', 'Jiraporn'],
    ['จิราภรณ์', 'Chiraphon'],
    ['ณัฐวุฒิ', 'Natthawut'],
    ['Bob', 'Robert'],
    ['Liz', 'Elizabeth'],
    ['Catherine', 'Katherine'],
    ['Stephen', 'Steven'],
    ['Lachlan', 'Lachaln'],
    ['Mitchell', 'Mitchel'],
    ['Robert', 'Robertt'],
  ])('%s and %s are close', (a, b) => expect(compareGivenNames(a, b)).toMatch(/same|close/))
})

describe('names of two people', () => {
  test.each([
    ['นก', 'นัท'],
    ['มานะ', 'มานี'],
    ['สมชาย', 'สมหญิง'],
    ['สมชาย', 'สมหมาย'],
    ['สมชาย', 'สมชัย'],
    ['สมศรี', 'สมศักดิ์'],
    ['สมพร', 'สมพล'],
    ['วิชัย', 'วินัย'],
    ['วิชัย', 'วิชิต'],
    ['ธนพร', 'ธนพล'],
    ['ณัฐพร', 'ณัฐพล'],
    ['ธนพัฒน์', 'ธนวัฒน์'],
    ['กิตติพัฒน์', 'กิตติวัฒน์'],
    ['สุดา', 'สุภา'],
    ['สุชาดา', 'สุธาดา'],
    ['อรุณ', 'อรุณี'],
    ['กมล', 'กมลา'],
    ['วรรณา', 'วรรณี'],
    ['อรทัย', 'อุทัย'],
    ['นันทา', 'นันทนา'],
    ['รัชนี', 'รัชดา'],
    ['มาลี', 'มาลัย'],
    ['ประภา', 'ประภาส'],
    ['สุพร', 'สุพล'],
    ['ปู', 'ปู่'],
    ['แนน', 'แพร'],
    ['มานะ', 'Manee'],
    ['สมชาย', 'Somsak'],
    ['Paul', 'Paula'],
    ['Julia', 'Julian'],
    ['Christian', 'Christina'],
    ['Jane', 'Janet'],
    ['Justin', 'Dustin'],
    ['Kevin', 'Kelvin'],
    ['Daniel', 'Daniela'],
    ['Robert', 'Roberta'],
    ['Eric', 'Erin'],
    ['Somsak', 'Somsri'],
  ])('%s and %s are different or near', (a, b) => expect(compareGivenNames(a, b)).toMatch(/different|near/))

  test('are never taken for each other in a list of Thai given names and nicknames', () => {
    const names = [...new Set([...all.map(({ th }) => th), ...nicknames])]
    expect(pairsOf(names).filter(([a, b]) => !/different|near/.test(compareGivenNames(a, b)!))).toEqual([])
  })
})

test.each([
  ['สันต์', 'สันติ'],
  ['สุธิณี', 'สุธินี'],
  ['มาลี', 'มาลา'],
  ['ธนพร', 'ธนพล'],
  ['ศิริพร', 'สิริพร'],
  ['สุภาพร', 'สุภาภรณ์'],
  ['ปิยะพงษ์', 'ปิยพงศ์'],
  ['ตุ๊ก', 'ติ๊ก'],
  ['ชาย', 'สมชาย'],
  ['นุช', 'วรนุช'],
  ['Jane', 'Janet'],
])('%s and %s are near: two known names, one letter or sound apart, or one part of the other', (a, b) =>
  expect(compareGivenNames(a, b)).toBe('near'),
)

test.each([
  ['สมชาย', 'สมชยา', 'neighbours swapped'],
  ['สมชาย', 'สมชชาย', 'a letter twice'],
  ['สมศักดิ์', 'สศักดิ์', 'a letter left out'],
  ['วินัย', 'วีนัย', 'another vowel'],
  ['ณรงค์', 'ณรง์ค', 'a mark on another letter'],
  ['มานะ', 'มานัะ', 'a mark too many'],
  ['มาลี', 'ใาลี', 'the key beside it'],
  ['สุดา', 'ศุดา', 'the same key with shift'],
])('%s and %s are close: %s', (a, b) => expect(compareGivenNames(a, b)).toBe('close'))

test.each([
  ['กกขุนทด', 'กกขุนทด', 'same'],
  ['กกขุนทด', 'กกขุนทต', 'close'],
  ['จันทร์ดี', 'จันทร์ศรี', 'different'],
  ['กองแก้ม', 'กองแก้ว', 'near'],
  ['วงศ์สวัสดิ์', 'วงศ์สวัส', 'close'],
  ['ใจดี', 'ใจดำ', 'near'],
  ['ใจดี', 'ก.', null],
])('the surnames %s and %s are %s', (a, b, likeness) => expect(familyNamesLikeness(a, b)).toBe(likeness))

test('a Thai name and its common spelling in Latin letters are close, and hardly ever another one’s', () => {
  expect(all.filter(({ th, en }) => compareGivenNames(th, en) !== 'close')).toEqual([])
  const crossed = all.flatMap((a) => all.filter((b) => a !== b).map((b) => compareGivenNames(a.th, b.en)))
  // มาลี and มะลิ are both written Malee and Mali: a few can't be told apart.
  expect(crossed.filter((found) => found === 'close').length).toBeLessThanOrEqual(crossed.length / 5000)
})

test('rows without a name are not compared', () => {
  expect([compareGivenNames('', 'มานี'), compareGivenNames('มานี', ''), compareGivenNames('', '')]).toEqual([
    null,
    null,
    null,
  ])
})

const listed = ['male', 'female'].flatMap((list) => {
  const file = new URL(`../../master-data/thai-names/${list}.txt`, import.meta.url)
  return readFileSync(file, 'utf8').trimEnd().split('\n')
})
const letters = fc.constantFrom(...'กขคงจชดตถทธนบปพภมยรลวศสหอะาิีึืุู่้์ัเแโไ')
property.prop([fc.constantFrom(...listed), fc.nat(), fc.nat(1), letters], { numRuns: 2000 })(
  'a known name is never taken for another known name by one letter',
  (name, place, cut, letter) => {
    const at = place % name.length
    for (const other of [name.slice(0, at) + letter + name.slice(at + cut), name.slice(0, at) + name.slice(at + 1)])
      if (other !== name && isGivenName(other)) expect(compareGivenNames(name, other)).toBe('near')
  },
)

const name = fc.oneof(
  fc.constantFrom(
    ...listed,
    ...all.map(({ th }) => th),
    ...all.map(({ en }) => en),
    ...familyNames.map(({ th }) => th),
  ),
  fc.string({ unit: fc.constantFrom(...'กขคญณรวอหะาิี์่เแโไัำำabchnrty .'), maxLength: 60 }),
  fc.string({ maxLength: 300 }),
)
property.prop([name, name])('names are compared in either order, and a name equals itself', (a, b) => {
  expect(compareGivenNames(a, b)).toBe(compareGivenNames(b, a))
  expect(familyNamesLikeness(a, b)).toBe(familyNamesLikeness(b, a))
  if (a !== '') expect(compareGivenNames(a, a)).toBe('same')
})
