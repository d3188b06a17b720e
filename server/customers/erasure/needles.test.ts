import { expect, test } from 'vitest'
import { randomOf } from '../../../tools/random.ts'
import { digitForms, GAPS } from './key-pattern.ts'
import { finderOf } from './needles.ts'

const plain = { forms: (letter: string) => [letter, letter.toUpperCase()], skipped: '' }

test('a finder finds the needles that a search for each one finds', () => {
  const random = randomOf(7)
  const word = (letters: string, most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => letters[random.below(letters.length)]).join('')
  for (let round = 0; round < 500; round++) {
    const needles = [...new Set(Array.from({ length: 1 + random.below(12) }, () => word('abกข', 5)))]
    const find = finderOf(needles, plain)
    const text = word('abABกขค -', 40)
    const expected = needles.flatMap((needle, no) => (text.toLowerCase().includes(needle) ? [no] : []))
    expect(
      [...(find(text) ?? [])].sort((a, b) => a - b),
      `${needles} in ${text}`,
    ).toEqual(expected)
  }
})

test('a finder of digits passes over what may be typed between them, in every form of a digit', () => {
  const find = finderOf(['812345670', '12345'], { forms: digitForms, skipped: GAPS })
  for (const text of ['โทร 081-234-5670', '(081)\u00a0๒๓๔.๕๖๗๐', '"08123\\n45670"', '+66\u200981 234 5670'])
    expect([...(find(text) ?? [])], text).toContain(0)
  expect(find('081,234,5670')).toBeNull()
  expect(find('')).toBeNull()
})
