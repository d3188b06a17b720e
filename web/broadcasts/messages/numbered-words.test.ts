import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readNumbers, withNumbers } from './numbered-words.ts'

const word = (fieldId: number) => ({ fieldId, fallback: 'ลูกค้า' })

test('words follow their numbers when texts are moved, copied and deleted', () => {
  const words = [word(1), word(2)]
  expect(withNumbers(`คุณ${WORD_MARK} มี${WORD_MARK} แต้ม`)).toBe('คุณ{{1}} มี{{2}} แต้ม')
  expect(readNumbers('มี{{2}} แต้ม คุณ{{1}}', words)).toEqual({
    contents: `มี${WORD_MARK} แต้ม คุณ${WORD_MARK}`,
    words: [word(2), word(1)],
  })
  expect(readNumbers('{{1}} {{1}}', words).words).toEqual([word(1), word(1)])
  expect(readNumbers('คุณ{{1}', words)).toEqual({ contents: 'คุณ{{1}', words: [] })
  expect(readNumbers('{{3}} {{0}}', words)).toEqual({ contents: '{{3}} {{0}}', words: [] })
})

test('contents that are read as they were shown do not change', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { maxLength: 8 }), (parts) => {
      // A brace next to a mark would be read with its number.
      const contents = parts.map((part) => part.replaceAll(/[{}\ufffc]/g, '')).join(WORD_MARK)
      const words = parts.slice(1).map((_, place) => word(place))
      expect(readNumbers(withNumbers(contents), words)).toEqual({ contents, words })
    }),
  )
})
