import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { describe, expect, test } from 'vitest'
import { type AnswerRow, answerFaults, blankDraft, foundIn, sentDraft } from './answer.ts'
import { sameEveryDay, usualHours } from './hours.ts'

const text = (said: string, fallback?: string) => ({
  type: 'text' as const,
  text: said,
  ...(fallback !== undefined && { words: [{ fieldId: 1, fallback }] }),
})

describe('an answer', () => {
  test('lacks its text, the fallback of a word, and the words of a keyword', () => {
    expect(answerFaults('greeting', blankDraft()).map(({ path }) => path)).toEqual(['messages.0.text'])
    expect(answerFaults('keyword', blankDraft({ messages: [text(`คุณ ${WORD_MARK}`, '')] }))).toMatchObject([
      { path: 'variants', reason: 'missing' },
      { path: 'messages.0.words.0', reason: 'missing' },
    ])
    const whole = blankDraft({ variants: ['แต้ม'], messages: [text(`คุณ ${WORD_MARK}`, 'ลูกค้า')] })
    expect(answerFaults('keyword', whole)).toEqual([])
  })

  test('is named by its first word, or by its kind, when staff give it no name', () => {
    expect(sentDraft(blankDraft({ variants: ['แต้ม', 'คะแนน'] }), 'คำสำคัญ').name).toBe('แต้ม')
    expect(sentDraft(blankDraft(), 'เพื่อนใหม่').name).toBe('เพื่อนใหม่')
    expect(sentDraft(blankDraft({ name: ' แต้มสะสม ' }), 'คำสำคัญ').name).toBe('แต้มสะสม')
  })

  test('is sent without the buttons that have no text, or the text of another', () => {
    const quickReplies = ['สาขา', ' ', '', 'สาขา ', 'เมนู']
    expect(sentDraft(blankDraft({ quickReplies }), '').quickReplies).toEqual(['สาขา', 'เมนู'])
  })
})

test('answers are found by name, by words and by what they say', () => {
  const answer = (name: string, variants: string[], said: string) =>
    ({ name, variants, messages: [text(said)] }) as unknown as AnswerRow
  const all = [answer('แต้มสะสม', ['Point'], 'มี 128 แต้ม'), answer('สาขา', ['อยู่ตรงไหน'], 'เชียงใหม่')]
  expect(['point', 'เชียง', 'สาขา', 'ตรงไหน', 'ไม่มี'].map((word) => foundIn(all, word).map(({ name }) => name))).toEqual([
    ['แต้มสะสม'],
    ['สาขา'],
    ['สาขา'],
    ['สาขา'],
    [],
  ])
})

test('opening hours are one time of every day only if all seven days are alike', () => {
  const hours = usualHours()
  expect(sameEveryDay(hours)).toEqual({ from: '09:00', to: '18:00' })
  expect(sameEveryDay(hours.with(6, []))).toBeNull()
  expect(sameEveryDay(hours.map((day) => [...day, { from: '19:00', to: '21:00' }]))).toBeNull()
})
