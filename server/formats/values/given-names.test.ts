import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { familyNames, firstNames, nicknames } from '../made-up/names.ts'
import { compareGivenNames } from './given-names.ts'

const all = Object.values(firstNames).flatMap(({ older, younger }) => [...older, ...younger])
const pairsOf = (names: readonly string[]) =>
  names.flatMap((a, place) => names.slice(place + 1).map((b) => [a, b] as const))

describe('names that may be one person’s', () => {
  test.each([
    ['ณัฐพงษ์', 'นัฐพงศ์'],
    ['สุภาพร', 'สุภาภรณ์'],
    ['กิตติ', 'กิติ'],
    ['ศิริพร', 'สิริพร'],
    ['สุนีย์', 'สุณี'],
    ['วรรณา', 'วัณณา'],
    ['ปิยะพงษ์', 'ปิยพงศ์'],
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
  ])('%s and %s are different', (a, b) => expect(compareGivenNames(a, b)).toBe('different'))

  test('are distinguished in a list of Thai given names and nicknames, unless they sound the same', () => {
    const names = [...new Set([...all.map(({ th }) => th), ...nicknames])]
    expect(pairsOf(names).filter(([a, b]) => compareGivenNames(a, b) !== 'different')).toEqual([['ทาม', 'ธาม']])
  })
})

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

const name = fc.oneof(
  fc.constantFrom(...all.map(({ th }) => th), ...all.map(({ en }) => en), ...familyNames.map(({ th }) => th)),
  fc.string({ unit: fc.constantFrom(...'กขคญณรวอหะาิี์่เแโไัำำabchnrty .'), maxLength: 60 }),
  fc.string({ maxLength: 300 }),
)
property.prop([name, name])('the same is said whichever name comes first', (a, b) => {
  expect(compareGivenNames(a, b)).toBe(compareGivenNames(b, a))
  if (a !== '') expect(compareGivenNames(a, a)).toBe('same')
})
