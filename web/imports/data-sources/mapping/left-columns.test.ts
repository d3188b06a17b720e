import { expect, test } from 'vitest'
import { chooseKey, keyOptionsOf } from './key-options.ts'
import { leftColumnsOf, mapLeftColumns } from './left-columns.ts'
import type { MappingAnswer } from './mapping-answer.ts'
import { bodyOf, changeRow, draftOf, type SuggestedTarget } from './mapping-draft.ts'
import { targetFields } from './mapping-fields.ts'

type Holds = NonNullable<SuggestedTarget['holds']>['what']
const columns: [name: string, holds: Holds | null][] = [
  ['เบอร์', 'phone'],
  ['มือถือ', 'phone'],
  ['ลูกค้า', 'name'],
  ['X1', 'birth_date'],
  ['รหัส', 'code'],
  ['รับข่าว', 'consent'],
  ['ยอด', null],
  ['มือถือแม่', 'phone'],
]
const measure = (distinct: number) => ({ cells: 60, distinct, exact: true, largest: 1, apart: 'well' as const })
const own: MappingAnswer['suggested'] = {
  ...{ activityId: null, activityKey: null, equalActivities: 'each', lines: null, labels: [], numberColumn: null },
  ...{
    rowLabels: { columns: [], unknown: 'make' },
    lineAccountId: null,
    consents: [],
    lines: null,
    everyRowIsNew: false,
    unreadableCells: 'empty',
    mended: [],
  },
  mapping: [],
  match: { keys: [], mode: 'both', keyless: 'fail' },
}
const answer: MappingAnswer = {
  ...own,
  suggested: own,
  layout: null,
  consentPurposes: [],
  ...{ saved: false, unanswered: [], lineAccounts: [], previewData: [], remembered: null, updatedAt: '' },
  sourceSchema: columns.map(([name], place) => ({ id: String(place + 1), name })),
  profileFields: (
    [
      [1, 'firstName'],
      [2, 'lastName'],
      [5, 'prefixName'],
      [8, 'birthDate'],
      [9, 'phone'],
    ] as const
  ).map(([id, fieldName]) => ({
    ...{ id, fieldName, displayName: fieldName, dataType: 'String' as const, fieldType: 'system_profile' },
  })),
  requireFields: [9],
  sourceMapping: columns.map(([name, what], place) => ({
    ...{ sourceSchemaId: String(place + 1), destinationId: null, reason: 'unknown', offer: null, place: null },
    ...{ evidence: [], dataType: 'String', fullName: what === 'name', nameParts: [], names: false },
    ...{ yearExample: null, questions: [], dateExamples: [], key: what ? measure(40 + place) : null },
    holds: what && { what, count: 60, others: name === 'มือถือแม่' },
  })),
}
const fields = targetFields(answer.profileFields, undefined)
const draft = draftOf(answer)

test('every left column that holds something of customers is listed, until it is put aside', () => {
  const left = leftColumnsOf(answer, draft, fields)
  expect(left.map(({ name, target }) => [name, target])).toEqual([
    ['เบอร์', 'profile:phone'],
    ['มือถือ', 'profile:phone'],
    ['ลูกค้า', 'names'],
    ['X1', 'profile:birthDate'],
    ['รหัส', null],
    ['รับข่าว', null],
    ['มือถือแม่', null],
  ])
  expect(leftColumnsOf(answer, changeRow(draft, '4', {}), fields)).toHaveLength(6)
})

test('one press maps the columns that have a field: both phones, the parts of the name and the birthday', () => {
  const mapped = mapLeftColumns(draft, leftColumnsOf(answer, draft, fields), fields)
  const rows = bodyOf(mapped, [9], fields).mapping!.map(({ sourceSchemaId, destinationId }) => [
    sourceSchemaId,
    destinationId,
  ])
  expect(rows.toSorted()).toEqual(
    [
      ['1', 9],
      ['2', 9],
      ['3', 1],
      ['3', 2],
      ['3', 5],
      ['4', 8],
    ].toSorted(),
  )
})

test('the question for a key offers columns by how well they tell apart, and a choice maps its column', () => {
  const options = keyOptionsOf(answer, draft, [], fields, true)
  expect(options.map(({ column, makes }) => [column, makes])).toEqual([
    ['5', true],
    ['2', false],
    ['1', false],
  ])
  const chosen = chooseKey({ ...draft, allNew: true }, options[1]!)
  expect(chosen).toMatchObject({ keys: [9], allNew: false })
  expect(chosen.rows['2']!.targets.map(({ key }) => key)).toEqual(['profile:phone'])
})
