import { expect, test } from 'vitest'
import { consentAnswerAt } from './said.ts'

type Operation = 'granted' | 'withdrawn'
const statesAfter = (...newestFirst: Operation[]) => {
  const entries = newestFirst.map((operation) => ({ operation }))
  return [...entries, undefined].map((_, place) => consentAnswerAt(entries, place))
}

test('a no is a withdrawal after a yes and a refusal without one, and nothing written down is unknown', () => {
  expect(statesAfter('withdrawn', 'granted', 'withdrawn')).toEqual(['withdrawn', 'granted', 'refused', 'unknown'])
})
