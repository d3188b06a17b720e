import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import type { MappingAnswer } from './mapping-answer.ts'
import {
  bodyOf,
  candidatesOf,
  changeRow,
  clashesOf,
  type Draft,
  draftKeysOf,
  draftOf,
  feedersOf,
  problemOf,
  removeTitles,
  setActivity,
  setKey,
  setTarget,
  splitNameColumn,
  suggestedDraft,
} from './mapping-draft.ts'
import { ACTIVITY_DATE, type MappingActivityType, ROW_LABELS, type TargetKey, targetFields } from './mapping-fields.ts'

const PHONE = 9
const EMAIL = 11
const CODE = 1000

const field = (id: number, fieldName: string, fieldType: string) => ({
  id,
  fieldName,
  displayName: fieldName,
  dataType: 'String' as const,
  fieldType,
})
const row = (sourceSchemaId: string, destinationId: number, more: Partial<MappingAnswer['mapping'][number]> = {}) => ({
  sourceSchemaId,
  destinationId,
  destinationType: destinationId < CODE ? ('system_profile' as const) : ('custom_profile' as const),
  part: 'whole' as const,
  overwrite: 'always' as const,
  empty: 'keep' as const,
  dateOrder: null,
  twoDigitYears: null,
  ...more,
})
const suggestion = (sourceSchemaId: string, destinationId: number | null) => ({
  sourceSchemaId,
  destinationId,
  reason: destinationId === null ? ('unknown' as const) : ('keyword' as const),
  dataType: 'String' as const,
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
})

const own: MappingAnswer['suggested'] = {
  activityId: null,
  activityKey: null,
  equalActivities: 'each',
  labels: [],
  rowLabels: { columns: [], unknown: 'make' },
  numberColumn: null,
  everyRowIsNew: false,
  unreadableCells: 'empty',
  mended: [],
  lineAccountId: null,
  consents: [],
  lines: null,
  mapping: [row('1', PHONE)],
  match: { keys: [PHONE], mode: 'both', keyless: 'fail' },
}
const answer: MappingAnswer = {
  ...own,
  lineAccounts: [],
  consentPurposes: [],
  suggested: { ...own, mapping: [row('1', PHONE), row('2', 17)] },
  layout: null,
  saved: false,
  unanswered: [],
  sourceSchema: ['มือถือ', 'ที่อยู่', 'จังหวัด', 'ชื่อ-สกุล'].map((name, place) => ({ id: String(place + 1), name })),
  previewData: [],
  profileFields: [
    field(1, 'firstName', 'system_profile'),
    field(2, 'lastName', 'system_profile'),
    field(5, 'prefixName', 'system_profile'),
    field(8, 'birthDate', 'system_profile'),
    field(PHONE, 'phone', 'system_profile'),
    field(EMAIL, 'email', 'system_profile'),
    field(17, 'address', 'system_profile'),
    field(CODE, 'code', 'custom_profile'),
  ],
  requireFields: [PHONE, EMAIL, CODE],
  sourceMapping: [suggestion('1', PHONE), suggestion('2', 17), suggestion('3', null), suggestion('4', null)],
  remembered: null,
  updatedAt: '2026-11-20T00:00:00Z',
}
const purchase: MappingActivityType = {
  id: 3,
  name: 'การซื้อ',
  description: '',
  fieldCount: 2,
  fields: [
    { ...field(24, 'activityDate', ''), fieldType: 'system_activity', dataType: 'Date' },
    // Fields of activities are numbered from 1000 too.
    { ...field(CODE, 'branch', ''), fieldType: 'custom_activity', dataType: 'String' },
  ].map((one) => ({ ...one, status: 'active', createdAt: null, updatedAt: null })) as MappingActivityType['fields'],
  createdAt: '2026-11-20T00:00:00Z',
  updatedAt: '2026-11-20T00:00:00Z',
}
const fields = targetFields(answer.profileFields, undefined)
const withActivity = targetFields(answer.profileFields, purchase)
const draft = draftOf(answer)
const feed = (before: Draft, column: string, ...keys: TargetKey[]) =>
  keys.reduce(
    (now, key) =>
      changeRow(now, column, { targets: setTarget(now.rows[column]!, now.rows[column]!.targets.length, key) }),
    before,
  )

test('two columns of one address are joined, in the order they were put in', () => {
  const joined = feed(feed(draft, '2', 'profile:address'), '3', 'profile:address')
  expect(clashesOf(joined, fields).size).toBe(0)
  expect(feedersOf(joined).get('profile:address')).toEqual(['2', '3'])
  const turned = { ...joined, order: { 'profile:address': ['3', '2'] } as const }
  const sent = bodyOf(turned, [PHONE], fields).mapping
  expect(sent?.filter(({ destinationId }) => destinationId === 17).map(({ sourceSchemaId }) => sourceSchemaId)).toEqual(
    ['3', '2'],
  )
})

test('the order in which columns were saved is the order they are joined in', () => {
  const saved = draftOf({ ...answer, mapping: [row('1', PHONE), row('3', 17), row('2', 17)], saved: true })
  expect(feedersOf(saved).get('profile:address')).toEqual(['3', '2'])
  expect(feedersOf(feed(saved, '4', 'profile:address')).get('profile:address')).toEqual(['3', '2', '4'])
})

test('two columns for one birthday clash, and the mapping can not be saved', () => {
  const clashing = feed(feed(draft, '3', 'profile:birthDate'), '4', 'profile:birthDate')
  expect(Object.fromEntries(clashesOf(clashing, fields))).toEqual({ 3: '4', 4: '3' })
  expect(problemOf(clashing, [PHONE], fields)).toBe('clashNeeded')
})

test('two columns of phones are one phone and a further one', () => {
  const both = feed(draft, '3', 'profile:phone')
  expect(clashesOf(both, fields).size).toBe(0)
  expect(bodyOf(both, [PHONE], fields).mapping!.map(({ sourceSchemaId }) => sourceSchemaId)).toEqual(['1', '3'])
})

test('one column feeds two fields, but not the same field twice', () => {
  const twice = feed(draft, '1', 'profile:custom_1000', 'profile:custom_1000')
  expect(twice.rows['1']!.targets.map(({ key }) => key)).toEqual(['profile:phone', 'profile:custom_1000'])
  expect(bodyOf(twice, [PHONE], fields).mapping).toHaveLength(2)
})

test('a full name is split into the parts that no other column feeds', () => {
  expect(splitNameColumn(draft, '4').map(({ part, key }) => [part, key])).toEqual([
    ['prefix', 'profile:prefixName'],
    ['first_name', 'profile:firstName'],
    ['last_name', 'profile:lastName'],
  ])
  const hasPrefix = feed(feed(draft, '3', 'profile:prefixName'), '4', 'profile:firstName', 'profile:custom_1000')
  expect(splitNameColumn(hasPrefix, '4').map(({ part, key }) => [part, key])).toEqual([
    ['first_name', 'profile:firstName'],
    ['last_name', 'profile:lastName'],
    ['whole', 'profile:custom_1000'],
  ])
})

test('a full name in English is split into the English fields', () => {
  expect(splitNameColumn(feed(draft, '4', 'profile:firstNameEN'), '4').map(({ key }) => key)).toEqual([
    'profile:firstNameEN',
    'profile:lastNameEN',
  ])
})

test('a part of a name and a whole column for the same field clash', () => {
  const split = changeRow(draft, '4', { targets: splitNameColumn(draft, '4') })
  expect(clashesOf(feed(split, '3', 'profile:firstName'), fields).has('4')).toBe(true)
})

test('an activity is saved once a column tells its date, and takes its columns away with it', () => {
  const keys = new Set(withActivity.keys())
  const bought = feed(setActivity(draft, 3, keys), '2', 'activity:custom_1000')
  expect(problemOf(bought, [PHONE], withActivity)).toBe('activityDateNeeded')
  const dated = feed(bought, '3', ACTIVITY_DATE)
  expect(problemOf(dated, [PHONE], withActivity)).toBeUndefined()
  const sent = bodyOf(dated, [PHONE], withActivity)
  expect(sent.activityId).toBe(3)
  expect(sent.mapping?.map(({ destinationType, destinationId }) => [destinationType, destinationId])).toEqual([
    ['system_profile', PHONE],
    ['custom_activity', CODE],
    ['system_activity', 24],
  ])
  const without = setActivity(dated, null, new Set())
  expect(without.rows['3']!.targets).toEqual([])
  expect(bodyOf(without, [PHONE], fields).mapping).toHaveLength(1)
})

test('a mapping of only activity fields identifies no customer', () => {
  const alone = feed(changeRow(draft, '1', { targets: [] }), '2', ACTIVITY_DATE)
  expect(problemOf({ ...alone, activity: 3 }, [], withActivity)).toBe('columnsNeeded')
})

test('a key counts only while a column feeds its field', () => {
  const without = changeRow(draft, '1', { targets: [] })
  expect(draftKeysOf(without, candidatesOf(without, answer))).toEqual([])
  expect(problemOf(feed(without, '3', 'profile:custom_1000'), [], fields)).toBe('keysNeeded')
  expect(problemOf(without, [], fields)).toBe('columnsNeeded')
  expect(draftKeysOf(draft, candidatesOf(draft, answer))).toEqual([PHONE])
})

test('without a key every row is new only by choice, and a memory never makes it', () => {
  const named = feed(changeRow(draft, '1', { targets: [] }), '4', 'profile:firstName')
  expect(problemOf(named, [], fields)).toBe('keysNeeded')
  const chosen = { ...named, allNew: true }
  expect(problemOf(chosen, [], fields)).toBeUndefined()
  expect(bodyOf(chosen, [], fields)).toMatchObject({ everyRowIsNew: true, match: { keys: [], mode: 'new' } })
  expect(bodyOf(chosen, [PHONE], fields)).toMatchObject({ everyRowIsNew: false, match: { mode: 'both' } })
})

test('a field of an activity is no key, whatever its number', () => {
  const bought = feed({ ...draft, activity: 3 }, '2', 'activity:custom_1000')
  expect(candidatesOf(bought, answer)).toEqual([PHONE])
})

test('choosing a key that stands elsewhere changes the order', () => {
  expect(setKey([PHONE, EMAIL, CODE], 0, CODE)).toEqual([CODE, EMAIL, PHONE])
  expect(setKey([PHONE], 1, EMAIL)).toEqual([PHONE, EMAIL])
  expect(setKey([PHONE, EMAIL], 0, null)).toEqual([EMAIL])
})

property.prop([
  fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
  fc.nat(8),
  fc.integer({ min: 1, max: 9 }),
])('no key is ever asked twice', (keys, place, chosen) => {
  const next = setKey(keys, Math.min(place, keys.length), chosen)
  expect(new Set(next).size).toBe(next.length)
  expect(next).toContain(chosen)
})

test('the answer about a date goes with the fields that hold dates', () => {
  const dates = targetFields(
    answer.profileFields.map((one) => (one.id === 8 ? { ...one, dataType: 'Date' as const } : one)),
    undefined,
  )
  const dated = changeRow(feed(draft, '3', 'profile:birthDate', 'profile:custom_1000'), '3', {
    dateOrder: 'mdy',
    twoDigitYears: 'be',
  })
  const sent = bodyOf(dated, [PHONE], dates).mapping
  expect(sent?.find(({ destinationId }) => destinationId === 8)).toMatchObject({
    dateOrder: 'mdy',
    twoDigitYears: 'be',
  })
  expect(sent?.find(({ destinationId }) => destinationId === CODE)).toMatchObject({
    dateOrder: null,
    twoDigitYears: null,
  })
})

const rows = fc.uniqueArray(
  fc.record({
    sourceSchemaId: fc.constantFrom('1', '2', '3', '4'),
    destinationId: fc.constantFrom(1, 2, 17, PHONE, CODE),
    overwrite: fc.constantFrom('always' as const, 'if_empty' as const, 'never' as const),
    empty: fc.constantFrom('keep' as const, 'clear' as const),
  }),
  { selector: (one) => `${one.sourceSchemaId} ${one.destinationId}` },
)
property.prop([rows])('what was saved is saved again as it was', (made) => {
  const mapping = made.map(({ sourceSchemaId, destinationId, ...rules }) => row(sourceSchemaId, destinationId, rules))
  const sent = bodyOf(draftOf({ ...answer, mapping, saved: true }), [PHONE], fields)
  const of = (list: readonly { destinationId: number }[] = [], id: number) =>
    list.filter(({ destinationId }) => destinationId === id)
  for (const { id } of answer.profileFields) expect(of(sent.mapping, id)).toEqual(of(mapping, id))
  expect(sent.mapping).toHaveLength(mapping.length)
})

test('the suggestions can be had back from a mapping that was saved or remembered', () => {
  const remembered = draftOf(answer, { ...answer, mapping: [row('3', CODE)], labels: [7] }, true)
  expect(remembered.rows['3']!.targets[0]?.key).toBe('profile:custom_1000')
  expect(remembered.labels).toEqual([7])
  const saved = suggestedDraft({ ...answer, saved: true, mapping: [row('3', CODE)] })
  expect(saved.rows['3']!.targets).toEqual([])
  expect(saved.rows['2']!.targets[0]?.key).toBe('profile:address')
  expect(saved.rows['2']!.reviewed).toBe(false)
})

const measure = (apart: 'well' | 'loosely' | 'not', distinct = 10) => ({
  cells: 100,
  distinct,
  exact: true,
  largest: 5,
  apart,
})
const measured = (field: number, key: ReturnType<typeof measure>): MappingAnswer => ({
  ...answer,
  mapping: [row('1', field)],
  requireFields: [PHONE, CODE],
  sourceMapping: [{ ...suggestion('1', field), key }],
})

test('a field whose values do not tell customers apart is no candidate for a key', () => {
  const offered = (field: number, apart: 'well' | 'loosely' | 'not', activity: number | null = null) => {
    const one = measured(field, measure(apart))
    return candidatesOf({ ...draftOf(one), activity }, one)
  }
  expect([offered(PHONE, 'well'), offered(CODE, 'well')]).toEqual([[PHONE], [CODE]])
  expect([offered(PHONE, 'loosely'), offered(CODE, 'loosely'), offered(CODE, 'loosely', 7)]).toEqual([
    [PHONE],
    [],
    [CODE],
  ])
  expect([offered(PHONE, 'not'), offered(CODE, 'not', 7)]).toEqual([[], []])
})

test('titles that are taken off stand behind the column of prefixes, and are saved behind it', () => {
  const two: MappingAnswer = {
    ...answer,
    sourceSchema: ['ชื่อ', 'คำนำหน้า'].map((name, place) => ({ id: String(place + 1), name })),
    mapping: [row('1', 1), row('2', 5)],
  }
  const fields = targetFields(
    [field(1, 'firstName', 'system_profile'), field(5, 'prefixName', 'system_profile')],
    undefined,
  )
  const draft = removeTitles(draftOf(two), '1')
  expect(clashesOf(draft, fields).size).toBe(0)
  const sent = bodyOf(draft, [], fields).mapping.map(({ sourceSchemaId, destinationId, part }) => [
    sourceSchemaId,
    destinationId,
    part,
  ])
  expect(sent).toContainEqual(['1', 1, 'without_title'])
  expect(sent.filter(([, to]) => to === 5)).toEqual([
    ['2', 5, 'whole'],
    ['1', 5, 'prefix'],
  ])
})

test('columns that waited when the mapping was saved wait again', () => {
  const saved = { ...answer, saved: true, unanswered: ['2'] }
  const { rows } = draftOf(saved)
  expect([rows['1']?.reviewed, rows['2']?.reviewed]).toEqual([true, false])
})

test('sends a column of labels separately from the fields, with the handling of new names', () => {
  const labelled = feed(draft, '2', ROW_LABELS)
  const body = bodyOf({ ...labelled, unknownLabels: 'skip' }, [PHONE], fields)
  expect(body.rowLabels).toEqual({ columns: ['2'], unknown: 'skip' })
  expect(body.mapping.map(({ destinationId }) => destinationId)).toEqual([PHONE])
  const again = draftOf({
    ...answer,
    ...body,
    unanswered: [],
    activityId: null,
    activityKey: null,
    equalActivities: 'each',
  } as MappingAnswer)
  expect(again.rows['2']?.targets.map(({ key }) => key)).toEqual([ROW_LABELS])
  expect(again.unknownLabels).toBe('skip')
})
