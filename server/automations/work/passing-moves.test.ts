import { expect, test } from 'vitest'
import { withoutPassing } from './passing-moves.ts'
import type { Change } from './read-changes.ts'

let serial = 0
function move(
  kind: 'segment.entered' | 'segment.left',
  transaction_id: string | null,
  ...profile_ids: number[]
): Change {
  const id = ++serial
  const of = { subject_id: 7, profile_ids, activity_ids: null, details: [], at: '2026-01-01T00:00:00Z' }
  return { id, position: id, kind, ...of, origin: null, transaction_id }
}

test('a move that its transaction takes back starts nothing for that customer', () => {
  const [entered, left] = [move('segment.entered', '901', 1, 2), move('segment.left', '901', 1)]
  expect(withoutPassing([entered, left])).toEqual([{ ...entered, profile_ids: [2] }])
})

test('a move that another transaction takes back counts, as does one of another segment', () => {
  const changes = [
    move('segment.entered', '901', 1),
    { ...move('segment.left', '901', 1), subject_id: 8 },
    move('segment.left', '902', 1),
  ]
  expect(withoutPassing(changes)).toEqual(changes)
})

test('moves of before transactions were kept all count', () => {
  const changes = [move('segment.entered', null, 1), move('segment.left', null, 1)]
  expect(withoutPassing(changes)).toEqual(changes)
})
