import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideBatch } from './decide.ts'
import type { Decided, ReadRow } from './decided-rows.ts'
import type { RowEntry, StoredProfile } from './entry.ts'
import type { Plan } from './plan.ts'
import type { Values } from './planned-field.ts'
import { traitsOf } from './traits.ts'

const FIELDS = 4
const NEW_IDS = 1000

/** Few values, so that everything meets everything; each may stand for a phone, a number or a name. */
const values = fc.array(fc.constantFrom(null, null, 'สมชาย', 'มานี', 'วิภา'), { minLength: FIELDS, maxLength: FIELDS })
const rows = fc
  .array(fc.oneof({ weight: 9, arbitrary: values }, fc.constant(null)), { maxLength: 14 })
  .map((all) => all.map((row, place): ReadRow => readRow(place + 1, row)))
const known = fc
  .array(values, { maxLength: 5 })
  .map((all) => all.map((row, place): StoredProfile => ({ id: place + 1, values: row, earlier: null, further: null })))
const plan = fc
  .record({
    keys: fc
      .subarray([0, 1, 2], { minLength: 1 })
      .chain((keys) => fc.shuffledSubarray(keys, { minLength: keys.length })),
    mode: fc.constantFrom('both', 'new', 'existing'),
    overwrite: fc.array(fc.constantFrom('always', 'if_empty', 'never'), { minLength: FIELDS, maxLength: FIELDS }),
    clears: fc.array(fc.boolean(), { minLength: FIELDS, maxLength: FIELDS }),
  })
  .map(({ keys, mode, overwrite, clears }) => planOf(keys, mode, overwrite, clears))

function readRow(no: number, row: Values | null): ReadRow {
  return row ? { no, values: row } : { no, error: { failure: 'too_few_cells', column: 0, value: '' } }
}

function planOf(
  keys: number[],
  mode: Plan['mode'],
  overwrite: Plan['fields'][number]['overwrite'][],
  clears: boolean[] = [],
): Plan {
  const field = { kind: 'text', data_type: 'String', type: 'custom_profile', sensitive: false } as const
  // Two keys that people share, one of their own between them, and the given name.
  const columns = ['phone', undefined, 'email', 'first_name'] as const
  const fields = overwrite.map((mode, column) => ({
    column,
    joined: [],
    part: 'whole' as const,
    dates: { date_order: null, two_digit_years: null },
    clears: clears[column] ?? false,
    overwrite: mode,
    field: { ...field, id: 1000 + column, name: `f${column}`, display_name: `f${column}`, column: columns[column] },
  }))
  return {
    width: FIELDS,
    fields,
    keys,
    personal: keys.filter((key) => key === 1),
    traits: traitsOf(fields, keys),
    mode,
    addsKeyless: false,
    activity: null,
    labels: [],
    rowLabels: null,
    number: null,
  }
}

/** The stored profiles after a batch. A new one's id tells the row that made it. */
function stored(before: readonly StoredProfile[], { added, updated }: Decided): StoredProfile[] {
  const changed = new Map(updated.map((entry) => [entry.id, entry]))
  const kept = before.map((person): StoredProfile => {
    const { values, further } = changed.get(person.id) ?? person
    return { id: person.id, values, earlier: null, further }
  })
  const made = added.map((entry) => ({ id: idOf(entry), values: entry.values, earlier: null, further: entry.further }))
  return [...kept, ...made]
}

const idOf = (entry: RowEntry) => entry.id ?? NEW_IDS + entry.row
const plainly = ({ decisions }: Decided) =>
  decisions.map(({ entry, error, ...decision }) => ({
    ...decision,
    who: entry && idOf(entry),
    error: error && { ...error, people: error.people?.map((one) => [idOf(one.entry), one.key]) },
  }))

test('a file decides the same wherever it is cut into batches', () => {
  fc.assert(
    fc.property(plan, known, rows, fc.nat({ max: 14 }), (plan, known, rows, cut) => {
      const whole = decideBatch(plan, rows, known)
      const first = decideBatch(plan, rows.slice(0, cut), known)
      const between = stored(known, first)
      const second = decideBatch(plan, rows.slice(cut), between)
      expect([...plainly(first), ...plainly(second)]).toEqual(plainly(whole))
      expect(stored(between, second)).toEqual(stored(known, whole))
    }),
    { numRuns: 2000 },
  )
})

test('every row is decided once, in the order of the file', () => {
  fc.assert(
    fc.property(plan, known, rows, (plan, known, rows) => {
      const { decisions } = decideBatch(plan, rows, known)
      expect(decisions.map(({ no }) => no)).toEqual(rows.map(({ no }) => no))
    }),
  )
})

test('each new profile is added by exactly one row, and each row adds at most one', () => {
  fc.assert(
    fc.property(plan, known, rows, (plan, known, rows) => {
      const { decisions, added } = decideBatch(plan, rows, known)
      expect(decisions.filter(({ status }) => status === 'added').map(({ entry }) => entry)).toEqual(added)
      expect(new Set(added).size).toBe(added.length)
    }),
  )
})

test('an updated profile is one that has changed, and an unchanged one is not written', () => {
  fc.assert(
    fc.property(plan, known, rows, (plan, known, rows) => {
      const { decisions, updated } = decideBatch(plan, rows, known)
      const changed = decisions.flatMap(({ changes, entry }) => (changes && entry?.id ? [entry.id] : []))
      expect(new Set(updated.map(({ id }) => id))).toEqual(new Set(changed))
    }),
  )
})

test('only an update changes a known profile, and a conflict changes none', () => {
  fc.assert(
    fc.property(plan, known, rows, (plan, known, rows) => {
      const decided = decideBatch(plan, rows, known)
      const quiet = decided.decisions.every(({ status }) => status !== 'updated')
      if (quiet) expect(stored(known, decided).slice(0, known.length)).toEqual(known)
    }),
  )
})

test('importing the same rows twice adds no profile, unless a row took a key from another one', () => {
  fc.assert(
    fc.property(plan, known, rows, (plan, known, rows) => {
      const first = decideBatch(plan, rows, known)
      const lostKey = first.decisions.some(({ changes }) =>
        changes?.some(([place, before]) => before !== null && plan.keys.includes(place)),
      )
      fc.pre(!lostKey)
      expect(decideBatch(plan, rows, stored(known, first)).added).toEqual([])
    }),
    { numRuns: 1000 },
  )
})

test('an empty cell changes nothing, unless its column clears', () => {
  fc.assert(
    fc.property(plan, known, rows, (plan, known, rows) => {
      for (const { changes } of decideBatch(plan, rows, known).decisions) {
        for (const [place, before, after] of changes ?? []) {
          expect(before).not.toBe(after)
          if (after === null) expect(plan.fields[place]!.clears).toBe(true)
        }
      }
    }),
  )
})
