import { expect, test } from 'vitest'
import { saidAt } from './said.ts'

type Operation = 'granted' | 'withdrawn'
const told = (...newestFirst: Operation[]) => {
  const entries = newestFirst.map((operation) => ({ operation }))
  return [...entries, undefined].map((_, place) => saidAt(entries, place))
}

test('a no is a withdrawal after a yes and a refusal without one, and nothing written down is unknown', () => {
  expect(told('withdrawn', 'granted', 'withdrawn')).toEqual(['withdrawn', 'granted', 'refused', 'unknown'])
})
