import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { compareWords, correctionLock } from './wording-change.ts'

const wording = (text_th: string, text_en = '') => ({
  text_th,
  text_en,
  channels: ['line', 'email'],
  legal_basis: 'consent',
})
const before = wording('กาแฟดอยหลวงจะส่งข่าวสารและโปรโมชันทาง LINE และอีเมล ไม่เกินเดือนละ 4 ครั้ง ถอนได้ทุกเมื่อ')

describe('a changed wording', () => {
  test.each([
    ['may be a correction if a word is spelled better', before.text_th.replace('ข่าวสาร', 'ข่าว'), null],
    ['may be a correction if digits are written in Thai', before.text_th.replace('4', '๔'), null],
    ['is more than a correction if a number grows', before.text_th.replace('4', '6'), 'numbers'],
    ['is more than a correction if a sender joins', before.text_th.replace('จะส่ง', 'และร้านในเครือทุกแห่งจะส่ง'), 'words'],
    ['is more than a correction if a limit is gone', before.text_th.replace('ไม่เกิน', ''), 'negation'],
  ])('%s', (_, after, lock) => {
    expect(correctionLock(before, wording(after))).toBe(lock)
  })

  test('is more than a correction if its channels or its legal basis differ', () => {
    expect(correctionLock(before, { ...before, channels: ['line', 'email', 'sms'] })).toBe('channels')
    expect(correctionLock(before, { ...before, channels: ['email', 'line'] })).toBeNull()
    expect(correctionLock(before, { ...before, legal_basis: 'contract' })).toBe('legal_basis')
  })
})

const text = fc.string({ unit: fc.constantFrom('ก', 'า', 'ไม่', ' ', 'a', '4', '๔', 'é', '\n'), maxLength: 30 })

describe('a comparison of two texts', () => {
  property.prop([text, text])('holds both texts whole', (from, to) => {
    const parts = compareWords(from, to)
    const of = (...kinds: string[]) =>
      parts
        .filter(({ kind }) => kinds.includes(kind))
        .map((part) => part.text)
        .join('')
    expect(of('same', 'removed')).toBe(from.normalize('NFC'))
    expect(of('same', 'added')).toBe(to.normalize('NFC'))
  })

  property.prop([text, text])('locks a correction and its reverse alike', (from, to) => {
    expect(correctionLock(wording(from), wording(to)) === null).toBe(
      correctionLock(wording(to), wording(from)) === null,
    )
  })

  property.prop([text])('never locks equal texts', (same) => {
    expect(correctionLock(wording(same), wording(same))).toBeNull()
  })
})
