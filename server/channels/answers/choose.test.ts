import { answerKinds, type Hours } from '@ruam/contract/channels/answers.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Choosable, chooseAnswer, type Heard } from './choose.ts'
import { keywordText, matchingVariant } from './match.ts'
import { isOpen, localTime, openingText } from './opening-hours.ts'

const variantsOf = (...variants: string[]) => variants.map((shown) => ({ shown, compared: keywordText(shown) }))
const has = (text: string, variant: string, match: 'contains' | 'whole' = 'contains') =>
  matchingVariant(keywordText(text), { match, variants: variantsOf(variant) }) === variant

describe('a keyword', () => {
  test.each([
    ['แต้มคงเหลือกี่แต้มคะ', 'แต้ม'],
    ['ขอ  MENU หน่อย', 'menu'],
    ['เเต้ม', 'แต้ม'],
    ['นํ้าตาล', 'น้ำตาล'],
    ['ราคา 1,200 บาท', '1,200'],
    ['ＭＥＮＵ', 'menu'],
  ])('is found in “%s” as “%s”', (text, variant) => expect(has(text, variant)).toBe(true))

  test.each([
    ['this', 'hi'],
    ['ไม้', 'ไม'],
    ['12000', '1200'],
    ['สวัสดี', 'ราคา'],
  ])('is not found in “%s” as “%s”', (text, variant) => expect(has(text, variant)).toBe(false))

  test('is not found in a longer text if it must be the whole one', () => {
    expect(has(' ราคา ', 'ราคา', 'whole')).toBe(true)
    expect(has('ราคาเท่าไหร่', 'ราคา', 'whole')).toBe(false)
  })
})

const words = fc.constantFrom('แต้ม', 'ราคา', 'สาขา', 'menu', 'hi', 'เมนู', 'ยกเลิก')
const keyword = fc.record({
  match: fc.constantFrom('contains' as const, 'whole' as const),
  variants: fc.array(words, { minLength: 1, maxLength: 3 }),
})
const answersOf = (
  keywords: readonly { match: 'contains' | 'whole'; variants: string[] }[],
  kinds: readonly string[],
): Choosable[] => [
  ...answerKinds
    .filter((kind) => kind !== 'keyword' && kinds.includes(kind))
    .map((kind, index) => ({ id: 1000 + index, kind, place: null, match: 'contains' as const, variants: [] })),
  ...keywords.map(({ match, variants }, index) => ({
    ...{ id: index + 1, kind: 'keyword' as const, place: index + 1, match },
    variants: variantsOf(...variants),
  })),
]
const anyAnswers = fc
  .tuple(fc.array(keyword, { maxLength: 6 }), fc.subarray([...answerKinds]))
  .map(([keywords, kinds]) => answersOf(keywords, kinds))
const anyText = fc
  .array(fc.oneof(words, fc.constantFrom(' ', 'คะ', 'x')), { maxLength: 6 })
  .map((parts) => keywordText(parts.join('')))
const anyHeard: fc.Arbitrary<Heard> = fc.record({
  act: fc.constantFrom('follow', 'unblocked', 'text', 'linked', 'wrong_word', 'other'),
  text: anyText,
  stop: fc.constantFrom(null, null, null, 'stop', 'unclear'),
  stopped: fc.boolean(),
  paused: fc.boolean(),
  open: fc.constantFrom(true, false, null),
  givenToday: fc.subarray(['fallback', 'outside_hours']),
})

describe('the chosen answer', () => {
  test('is none for a stop, for a person who stopped, and for typed words while staff talk with them', () => {
    fc.assert(
      fc.property(anyAnswers, anyHeard, (answers, heard) => {
        const { answer } = chooseAnswer(answers, heard)
        const typed = heard.act === 'text' || heard.act === 'other'
        if (heard.stop !== null || heard.stopped || (heard.paused && typed)) expect(answer).toBeNull()
      }),
    )
  })

  test('is the first keyword that matches, and names every other one that matches in its order', () => {
    fc.assert(
      fc.property(anyAnswers, anyHeard, (answers, heard) => {
        const calm: Heard = { ...heard, act: 'text', stop: null, stopped: false, paused: false }
        const hits = answers.filter((one) => one.kind === 'keyword' && matchingVariant(calm.text, one) !== null)
        const { answer, others, reason, variant } = chooseAnswer(answers, calm)
        if (hits.length === 0) {
          expect(reason).not.toBe('keyword')
          return
        }
        expect([answer, ...others.map((other) => other.answer)]).toEqual(hits)
        expect(hits[0]!.variants.map(({ shown }) => shown)).toContain(variant)
      }),
    )
  })

  test('without a keyword is that of the hour, each once a day', () => {
    fc.assert(
      fc.property(anyAnswers, anyHeard, (answers, heard) => {
        const { answer } = chooseAnswer(answers, { ...heard, act: 'other', stop: null, stopped: false, paused: false })
        if (answer) {
          expect(answer.kind).toBe(heard.open === false ? 'outside_hours' : 'fallback')
          expect(heard.givenToday).not.toContain(answer.kind)
        }
      }),
    )
  })

  test('is always one of the given answers, and depends on nothing but its input', () => {
    fc.assert(
      fc.property(anyAnswers, anyHeard, (answers, heard) => {
        const choice = chooseAnswer(answers, heard)
        if (choice.answer) expect(answers).toContain(choice.answer)
        expect(chooseAnswer(answers, heard)).toEqual(choice)
      }),
    )
  })
})

describe('opening times', () => {
  const daily = (from: string, to: string): Hours => Array.from({ length: 7 }, () => [{ from, to }])

  test('hold from their beginning to before their end, also past midnight', () => {
    const at = (clock: string) => ({ weekday: 0, clock })
    expect(['06:59', '07:00', '19:59', '20:00'].map((clock) => isOpen(daily('07:00', '20:00'), at(clock)))).toEqual([
      ...[false, true, true, false],
    ])
    expect(
      ['17:59', '18:00', '23:59', '01:59', '02:00'].map((clock) => isOpen(daily('18:00', '02:00'), at(clock))),
    ).toEqual([...[false, true, true, true, false]])
    expect(isOpen(daily('00:00', '00:00'), at('12:00'))).toBe(true)
  })

  test('belong to the day on which they begin, also if they end on the next one', () => {
    const fridays: Hours = Array.from({ length: 7 }, (_, day) => (day === 4 ? [{ from: '22:00', to: '01:00' }] : []))
    expect(isOpen(fridays, { weekday: 5, clock: '00:30' })).toBe(true)
    expect(isOpen(fridays, { weekday: 4, clock: '00:30' })).toBe(false)
    expect(openingText(fridays, { weekday: 4 })).toBe('22:00–01:00')
    expect(openingText(fridays, { weekday: 5 })).toBeNull()
  })

  test('are those of the store’s time zone', () => {
    const at = Date.parse('2026-11-29T17:30:00Z')
    expect(localTime(at, 'Asia/Bangkok')).toEqual({ weekday: 0, clock: '00:30', day: '2026-11-30' })
    expect(localTime(at, 'UTC')).toEqual({ weekday: 6, clock: '17:30', day: '2026-11-29' })
  })
})
