import { expect, test } from 'vitest'
import type { DraftRow, SuggestedTarget } from './mapping-draft.ts'
import { type TargetKey, targetFields } from './mapping-fields.ts'
import { belongs, isWaiting, questionsOf, reasonOf } from './mapping-review.ts'

const fields = targetFields(
  [
    { id: 1, fieldName: 'firstName', displayName: 'ชื่อ', dataType: 'String', fieldType: 'system_profile' },
    { id: 8, fieldName: 'birthDate', displayName: 'วันเกิด', dataType: 'Date', fieldType: 'system_profile' },
  ],
  undefined,
)
const suggestion = (change: Partial<SuggestedTarget> = {}): SuggestedTarget => ({
  sourceSchemaId: '1',
  destinationId: null,
  reason: 'keyword',
  dataType: 'String',
  fullName: false,
  nameParts: [],
  names: false,
  yearExample: null,
  offer: null,
  place: null,
  holds: null,
  evidence: [],
  key: null,
  questions: [],
  dateExamples: [],
  ...change,
})
const row = (key?: TargetKey, change: Partial<DraftRow> = {}): DraftRow => ({
  targets: key ? [{ key, part: 'whole', overwrite: 'always', empty: 'keep' }] : [],
  dateOrder: null,
  twoDigitYears: null,
  dateShift: null,
  reviewed: false,
  ...change,
})

test('an ambiguous column waits until it is confirmed', () => {
  const ambiguous = suggestion({ reason: 'ambiguous' })
  expect(isWaiting(row(), ambiguous, fields)).toBe(true)
  expect(isWaiting(row(undefined, { reviewed: true }), ambiguous, fields)).toBe(false)
  expect(reasonOf(row(undefined, { reviewed: true }), ambiguous)).toBe('left')
})

test('a column of full names waits for the question whether to split them', () => {
  expect(isWaiting(row('profile:firstName'), suggestion({ destinationId: 1, fullName: true }), fields)).toBe(true)
})

test('a column of full names that is split by default does not wait and shows what was seen', () => {
  const split = suggestion({ reason: 'full_name', fullName: true })
  const parts = row('profile:firstName', { targets: [{ ...row('profile:firstName').targets[0]!, part: 'first_name' }] })
  expect(isWaiting(parts, split, fields)).toBe(false)
  expect(reasonOf(parts, split)).toBe('seen')
  expect(reasonOf(row(undefined, { reviewed: true }), split)).toBe('left')
})

test('a date that can be read in two ways is asked about while it feeds a date, until every question is answered', () => {
  const open = suggestion({ questions: ['date_order', 'two_digit_years'] })
  expect(questionsOf(row('profile:firstName'), open, fields)).toEqual([])
  expect(isWaiting(row('profile:birthDate', { reviewed: true }), open, fields)).toBe(true)
  const half = row('profile:birthDate', { reviewed: true, dateOrder: 'dmy' })
  expect(isWaiting(half, open, fields)).toBe(true)
  expect(isWaiting({ ...half, twoDigitYears: 'be' }, open, fields)).toBe(false)
})

test('a column mapped by hand says so, and one reset to the suggestion shows its evidence again', () => {
  const named = suggestion({ destinationId: 1 })
  expect(reasonOf(row('profile:birthDate', { reviewed: true }), named)).toBe('chosen')
  expect(reasonOf(row('profile:firstName', { reviewed: true }), named)).toBe('seen')
})

test('every column is mapped, waits or is left out, and is counted once', () => {
  for (const one of [row(), row('profile:firstName')]) {
    for (const waiting of [true, false]) {
      const kinds = (['mapped', 'waiting', 'ignored'] as const).filter((which) =>
        belongs(which, one.targets.length > 0, waiting),
      )
      expect(kinds).toHaveLength(1)
      expect(belongs('all', one.targets.length > 0, waiting)).toBe(true)
    }
  }
})

test('a guess, and names with removable titles, wait until they are confirmed', () => {
  const guess = suggestion({ reason: 'content', destinationId: 9 })
  expect(isWaiting(row('profile:phone'), guess, fields)).toBe(true)
  expect(isWaiting(row('profile:phone', { reviewed: true }), guess, fields)).toBe(false)
  const titled = suggestion({ destinationId: 1, offer: 'title' })
  expect(isWaiting(row('profile:firstName'), titled, fields)).toBe(true)
})

test('unneeded columns are not pending', () => {
  expect(isWaiting(row(), suggestion({ reason: 'not_needed' }), fields)).toBe(false)
})
