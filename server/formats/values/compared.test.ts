import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedText, survivesContainment, traceOf } from './compared.ts'

// biome-ignore format: a list of letters
const letters = fc.constantFrom(
  ...['ก', 'อ', 'ง', 'เ', 'แ', 'ำ', 'า', 'ั', 'ุ', '่', '้', '\u0e4d', '๑', '1', '7', 'a', 'A', 'K', '\u212a', 'İ', 'é', 'e', '\u0301'],
  ...['\u200b', '\u200d', '\u00ad', '\u00a0', ' ', '\n', '%', '_', '\\', '😀'],
)
const texts = fc.string({ unit: letters, maxLength: 12 })

/** Result of `ilike` for a pattern of letters. */
const isLike = (text: string, pattern: string) =>
  new RegExp(pattern.slice(1, -1).split('%').join('.*'), 's').test(
    Array.from(text, (one) => one.toLowerCase()[0]).join(''),
  )

test('a text that compares as another, or has it within, has the letters of its trace as it is written', () => {
  fc.assert(
    fc.property(texts, fc.nat(12), fc.nat(12), (raw, from, length) => {
      const part = comparedText(
        Array.from(comparedText(raw))
          .slice(from, from + length)
          .join(''),
      )
      const trace = traceOf(part)
      return !trace || !comparedText(raw).includes(part) || isLike(raw, trace)
    }),
    { numRuns: 5000 },
  )
})

const ends = fc.constantFrom('ก', 'ง', '1', '7')

test('a text that is kept within others is found in them when they are compared', () => {
  fc.assert(
    fc.property(texts, fc.tuple(ends, texts, ends), texts, (before, part, after) => {
      const within = part.join('')
      return !survivesContainment(within) || comparedText(before + within + after).includes(within)
    }),
    { numRuns: 5000 },
  )
})

test.each([
  ['สาขา 17', '%ส%ข%1%7%'],
  ['gold', '%g%o%l%d%'],
  ['ๆ !', undefined],
  ['abcdefghijklmno', '%a%b%c%d%e%f%j%k%l%m%n%o%'],
])('the trace of %s is %s', (text, trace) => {
  expect(traceOf(text)).toBe(trace)
})
