import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asciiForm, canonicalText, typedText } from './thai.ts'

/** Letters, marks and rubbish that meet in Thai files. */
const typed = fc.string({
  unit: fc.constantFrom(
    ...'กขนบaZ9๙ เแาำะ',
    ...['\u0e31', '\u0e34', '\u0e38', '\u0e3a', '\u0e47', '\u0e48', '\u0e49', '\u0e4c', '\u0e4d', '\u0301', 'é', 'e'],
    ...['\u200b', '\ufeff', '\u00a0', '\u0000', '\t', '\n', '\r', '\u2028', '👩', '\u200d', '‑'],
  ),
  maxLength: 30,
})

/** Marks that meet in the wrong order are rare even here. */
const thorough = { numRuns: 5000 }

describe('the canonical form of a text', () => {
  test.each([
    ['เเม่', 'แม่', 'two sara e become sara ae'],
    ['น\u0e4d\u0e32ใจ', 'นำใจ', 'nikhahit and sara aa become sara am'],
    ['น\u0e4d\u0e49\u0e32', 'น้ำ', 'in either order of the tone mark'],
    ['น\u0e49\u0e4d\u0e32', 'น้ำ', 'in either order of the tone mark'],
    ['นำ\u0e49', 'น้ำ', 'a tone mark typed after sara am goes before it'],
    ['ท\u0e48\u0e35', 'ที่', 'a tone mark goes behind its upper vowel'],
    ['ส\u0e49\u0e38', 'สุ้', 'a tone mark goes behind its lower vowel'],
    ['สม\u200bชาย\ufeff', 'สมชาย', 'zero-width characters go'],
    ['A\u0000B\u0007', 'AB', 'U+0000 and control characters go'],
    ['\u00a0สมชาย \u00a0 ใจดี\t', 'สมชาย ใจดี', 'blanks collapse and the ends are trimmed'],
    ['หนึ่ง \r\n สอง\rสาม', 'หนึ่ง\nสอง\nสาม', 'lines end in one way'],
    ['Cafe\u0301', 'Café', 'Latin letters are composed'],
    ['เลขที่ ๑๒', 'เลขที่ ๑๒', 'Thai digits stay'],
    ['👨\u200d👩\u200d👧 🏳️\u200d🌈 👩🏽\u200d⚕️', '👨\u200d👩\u200d👧 🏳️\u200d🌈 👩🏽\u200d⚕️', 'emoji stay in one piece'],
    ['ส\u200dม\u200dชาย👩\u200d', 'สมชาย👩', 'a joiner that joins nothing goes'],
  ])('%j is kept as %j: %s', (raw, canonical) => {
    expect(canonicalText(raw)).toBe(canonical)
  })

  test('a canonical text is canonical', () => {
    fc.assert(
      fc.property(typed, (text) => canonicalText(canonicalText(text)) === canonicalText(text)),
      thorough,
    )
  })

  test('the quick look never passes what a full cleaning would change', () => {
    // An invisible mark forces the full cleaning.
    fc.assert(
      fc.property(typed, (text) => canonicalText(text) === canonicalText(`${text}\u2060`)),
      thorough,
    )
  })

  test('a long run of marks is cleaned in no time', () => {
    const hostile = `ก${'ำ\u0e48'.repeat(16_000)}`
    expect(canonicalText(canonicalText(hostile))).toBe(canonicalText(hostile))
  })
})

describe('a typed text', () => {
  test('comes back as it was typed, but for blanks around it and the order of Thai marks', () => {
    const letters = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
    const inside = fc.constantFrom(
      '  ',
      '\u200b',
      '\u00a0',
      '\t',
      '\n',
      '\u200d',
      '\ufeff',
      ' - ',
      'NULL',
      '👨\u200d👩\u200d👧',
    )
    fc.assert(
      fc.property(letters, inside, letters, (a, between, b) => {
        const text = `x${a}${between}${b}x`.normalize('NFC')
        fc.pre(!/[\u0e00-\u0e7f\r]/.test(text))
        expect(typedText(` ${text}\u200b\n`)).toBe(text)
      }),
      thorough,
    )
  })

  test('is kept once and for all, and is compared as any other', () => {
    fc.assert(
      fc.property(typed, (text) => {
        // An invisible mark may separate a letter from its accent.
        fc.pre(!text.includes('\u0301'))
        expect(typedText(typedText(text))).toBe(typedText(text))
        expect(canonicalText(typedText(text))).toBe(canonicalText(text))
      }),
      thorough,
    )
  })

  test('is trimmed in no time, however many blanks are in it', () => {
    const hostile = `ก${' \u200b'.repeat(16_000)}ก`
    expect(typedText(hostile)).toBe(hostile)
  })
})

test('Thai and full-width digits and signs are read as ASCII', () => {
  expect(asciiForm(' ๐๘１２＋－（）−')).toBe('0812+-()-')
})
