import { expect, test } from 'vitest'
import { withoutPassing } from './passing-moves.ts'
import type { Change } from './read-changes.ts'

let serial = 0
function move(kind: 'segment.entered' | 'segment.left', ms: number, ...profile_ids: number[]): Change {
  const id = ++serial
  const at = new Date(Date.UTC(2026, 0, 1) + ms).toISOString()
  return { id, position: id, kind, subject_id: 7, profile_ids, activity_ids: null, details: [], at, origin: null }
}

test('a move that its transaction takes back starts nothing for that customer', () => {
  const [entered, left] = [move('segment.entered', 0, 1, 2), move('segment.left', 40, 1)]
  expect(withoutPassing([entered, left])).toEqual([{ ...entered, profile_ids: [2] }])
})

test('a move that is taken back later counts, as does one of another segment', () => {
  const changes = [
    move('segment.entered', 0, 1),
    { ...move('segment.left', 10, 1), subject_id: 8 },
    move('segment.left', 500, 1),
  ]
  expect(withoutPassing(changes)).toEqual(changes)
})
