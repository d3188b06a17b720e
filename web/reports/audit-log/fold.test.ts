import { expect, test } from 'vitest'
import { fold } from './fold.ts'

const act = (id: number, action: string, subjectId: string | null = '7') => ({ id, action, subjectId })
const shown = (...rows: ReturnType<typeof act>[]) =>
  fold(rows).map(({ row, times, others }) => [row.id, times, others.map(({ id }) => id)])

test('an export is one line: its end, with its start and its downloads', () => {
  const rows = [act(9, 'export_downloaded'), act(8, 'label_changed', '3'), act(5, 'export_completed')]
  expect(shown(...rows, act(4, 'export_started'), act(2, 'export_started', '6'))).toEqual([
    [5, 1, [9, 4]],
    [8, 1, []],
    [2, 1, []],
  ])
})

test('failed attempts in a row are one line with their number', () => {
  const refused = [act(3, 'sign_in_refused'), act(2, 'sign_in_refused'), act(1, 'sign_in_refused', '8')]
  expect(shown(...refused)).toEqual([
    [3, 2, []],
    [1, 1, []],
  ])
})
