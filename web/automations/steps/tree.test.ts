import { expect, test } from 'vitest'
import type { OpenFork, OpenPlain, OpenStep } from './open-step.ts'
import { duplicated, inserted, moved, removed, replaced, rowsOf } from './tree.ts'

const wait = (id: number): OpenPlain => ({ id, kind: 'wait', length: { n: 1, unit: 'day' }, until: null })
const fork = (id: number, yes: number[], no: number[]): OpenFork => ({
  ...{ id, kind: 'condition', condition: null },
  yes: yes.map(wait),
  no: no.map(wait),
})

/** The column in a word: `1 4(5 6|7) 8`. */
const said = (steps: readonly OpenStep[]) =>
  steps
    .map((step) => {
      const ids = (list: readonly OpenStep[]) => list.map(({ id }) => id).join(' ')
      return step.kind === 'condition' ? `${step.id}(${ids(step.yes)}|${ids(step.no)})` : step.id
    })
    .join(' ')

const column = [wait(1), fork(4, [5, 6], [7]), wait(8)]
const lineOf = (steps: readonly OpenStep[], id: number) =>
  rowsOf(steps).findIndex((row) => row.kind === 'step' && row.step.id === id)

/** Moves a step line by line, as the arrow keys do, and returns the columns on its way. */
function walked(steps: readonly OpenStep[], id: number, by: 1 | -1, times: number) {
  const seen: string[] = []
  let now = [...steps]
  for (let time = 0; time < times; time++) {
    const from = lineOf(now, id)
    now = moved(now, from, Math.min(Math.max(from + by, 0), rowsOf(now).length - 1))
    seen.push(said(now))
  }
  return seen
}

test('steps are numbered from top to bottom, those of branches behind their condition', () => {
  const numbers = rowsOf(column).flatMap((row) => (row.kind === 'step' ? [[row.step.id, row.number]] : []))
  expect(numbers).toEqual([
    [1, 1],
    [4, 2],
    [5, 3],
    [6, 4],
    [7, 5],
    [8, 6],
  ])
})

test('the arrow down leads a step through both branches and out of them', () => {
  expect(walked(column, 1, 1, 8)).toEqual([
    '4(1 5 6|7) 8',
    '4(5 1 6|7) 8',
    '4(5 6 1|7) 8',
    '4(5 6|1 7) 8',
    '4(5 6|7 1) 8',
    '4(5 6|7) 1 8',
    '4(5 6|7) 8 1',
    '4(5 6|7) 8 1',
  ])
})

test('the arrow up leads a step back the same way', () => {
  expect(walked(column, 8, -1, 7)).toEqual([
    '1 4(5 6|7 8)',
    '1 4(5 6|8 7)',
    '1 4(5 6 8|7)',
    '1 4(5 8 6|7)',
    '1 4(8 5 6|7)',
    '1 8 4(5 6|7)',
    '8 1 4(5 6|7)',
  ])
})

test('a step passes a branch that is full', () => {
  const full = [wait(1), fork(4, [5, 6, 7], [2]), wait(8)]
  expect(walked(full, 1, 1, 1)).toEqual(['4(5 6 7|1 2) 8'])
  expect(walked(full, 8, -1, 3)).toEqual(['1 4(5 6 7|2 8)', '1 4(5 6 7|8 2)', '1 8 4(5 6 7|2)'])
})

test('a condition moves with its branches and never into another condition', () => {
  const two = [wait(1), fork(4, [5], []), fork(6, [], [7]), wait(8)]
  expect(walked(two, 4, 1, 3)).toEqual(['1 6(|7) 4(5|) 8', '1 6(|7) 8 4(5|)', '1 6(|7) 8 4(5|)'])
  expect(walked(two, 6, -1, 3)).toEqual(['1 6(|7) 4(5|) 8', '6(|7) 1 4(5|) 8', '6(|7) 1 4(5|) 8'])
  expect(inserted(two, { fork: 4, branch: 'yes' }, 0, fork(9, [], []))).toBeUndefined()
})

test('a step is removed, replaced and copied in a branch', () => {
  expect(said(removed(column, 5))).toBe('1 4(6|7) 8')
  expect(said(removed(column, 4))).toBe('1 8')
  const changed = replaced(column, {
    ...(wait(6) as Extract<OpenPlain, { kind: 'wait' }>),
    length: { n: 9, unit: 'hour' },
  })
  expect((changed[1] as OpenFork).yes[1]).toMatchObject({ length: { n: 9 } })
  const copy = duplicated(column, 7)!
  expect(said(copy.steps)).toBe(`1 4(5 6|7 ${copy.id}) 8`)
  const whole = duplicated(column, 4)!
  expect(new Set(rowsOf(whole.steps).flatMap((row) => (row.kind === 'step' ? row.step.id : []))).size).toBe(10)
})
