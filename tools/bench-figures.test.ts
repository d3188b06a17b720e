import { expect, test } from 'vitest'
import { atLeast, atMost, type Bar, either } from '../bench/bars.ts'
import { compareCalibrations } from '../bench/calibration.ts'
import { performanceText } from '../bench/performance.ts'
import { type Figure, spreadOf } from '../bench/table.ts'

const figure = (work: string, more: Partial<Figure> = {}): Figure => ({
  work,
  figure: '7 ms',
  floor: '2 ms',
  ratio: '3.5',
  calibration: compareCalibrations(200, 210),
  ...more,
})

const textOf = (...figures: Figure[]) =>
  performanceText([{ bench: 'list', tables: [{ about: '', figures }], stolen: 0, minutes: 1 }], 'abc', 'command')

const rowOf = (text: string, work: string) => text.split('\n').filter((line) => line.startsWith(`| ${work} `))

test.each<[boolean, Bar]>([
  [false, atMost(5, 5)],
  [true, atMost(5.1, 5)],
  [false, atLeast(5, 5)],
  [true, atLeast(4.9, 5)],
  [true, atMost(Number.NaN, 5)],
  [true, atLeast(Number.NaN, 5)],
  [false, either(atLeast(0.3, 0.5), atLeast(120_000, 100_000))],
  [true, either(atLeast(0.3, 0.5), atLeast(90_000, 100_000))],
])('a bar is missed (%s) by the compared value, not by the name of its row: %j', (missed, bar) => {
  expect(bar.missed).toBe(missed)
})

test('the document marks a missed bar in its row and lists it at the beginning', () => {
  const text = textOf(figure('joins', { bar: atMost(7, 5, 'ms') }), figure('leaves', { bar: atMost(7, 9, 'ms') }))
  expect(rowOf(text, 'joins')[0]).toContain('**missed**: at most 5 ms')
  expect(rowOf(text, 'leaves')[0]).toContain('| at most 9 ms |')
  expect(text.slice(0, text.indexOf('## list'))).toContain('| list | joins | 7 ms | 3.5 | at most 5 ms |')
})

test('the document marks a figure as unsteady when both calibrations differ by more than a tenth', () => {
  const text = textOf(figure('steady'), figure('changing', { calibration: compareCalibrations(200, 225) }))
  expect(rowOf(text, 'steady')[0]).toContain('| 200, 210 |')
  expect(rowOf(text, 'changing')[0]).toContain('**unsteady**: 200, 225')
})

test('the document names its commit, the command, and the number and spread of measurements', () => {
  const text = textOf(figure('page', spreadOf([3, 1.25, 2])))
  expect(text).toContain('commit abc, a clean tree, one run of `command`')
  expect(rowOf(text, 'page')[0]).toContain('| 3: 1.3 to 3.0 |')
})

test('the document names a bench that failed', () => {
  const failed = { bench: 'export', tables: [], stolen: 0, minutes: 1, failed: 'it ended with 1' }
  expect(performanceText([failed], 'abc', 'command')).toContain('## export\n\n')
  expect(performanceText([failed], 'abc', 'command')).toContain('**Failed**: it ended with 1')
})
