import type { ValueTest } from '@ruam/contract/customers/value-tests.ts'
import type { ValueKind } from '@ruam/contract/platform/system-fields.ts'
import { type RawBuilder, sql } from 'kysely'
import { dateCondition, isDateTest } from './date-tests.ts'
import type { Clock } from './days.ts'
import { type InJson, jsonCondition } from './json-tests.ts'
import { isNumberTest, numberCondition, numberOf } from './number-tests.ts'
import { type TextTest, textCondition } from './text-tests.ts'

type Sql = RawBuilder<unknown>

/** Other ways to read a value: its place in JSON, and its comparable text that the statement made for the whole row. */
interface Source {
  inJson?: InJson
  shared?: Sql | undefined
}

/** A test of a value: what must be so, or must not. A person without a value fulfils none but `empty`, and all that are negated. */
export interface ValueCondition {
  /** Over an expression of the value's type; null is no. */
  is(value: Sql, source?: Source): RawBuilder<boolean>
  not: boolean
  /** Result of `is` for an empty value, and for the number 0. */
  ofNone: boolean
  ofZero: boolean
}

const negatives: Partial<Record<ValueTest['operator'], true>> = {
  ne: true,
  not_contains: true,
  not_in: true,
  not_between: true,
  not_in_last: true,
  not_empty: true,
}

/** A test of values of a kind, which `typeOf` has found to suit them. */
export function valueCondition(test: ValueTest, kind: ValueKind, clock: Clock): ValueCondition {
  const not = negatives[test.operator] === true
  const { operator } = test
  if (operator === 'empty' || operator === 'not_empty') {
    // A text of nothing is no value.
    const is = (value: Sql) =>
      isText(kind) ? sql<boolean>`coalesce(${value}, '') = ''` : sql<boolean>`${value} is null`
    return { is, not, ofNone: true, ofZero: false }
  }
  const is = typeTest(test, kind, clock)
  return {
    is: (value, { inJson, shared } = {}) => (inJson && jsonCondition(test, inJson, clock)) ?? is(value, shared),
    not,
    ofNone: false,
    ofZero: isNumberTest(test) && numberOf(test, 0),
  }
}

function typeTest(test: ValueTest, kind: ValueKind, clock: Clock): (value: Sql, shared?: Sql) => RawBuilder<boolean> {
  if (test.operator === 'is_true') return (value) => sql`${value}`
  if (test.operator === 'is_false') return (value) => sql`not ${value}`
  if (isNumberTest(test)) return (value) => numberCondition(test, value)
  if (isDateTest(test)) return (value) => dateCondition(test, value, clock)
  return (value, shared) => textCondition(test as TextTest, value, kind, shared)
}

const isText = (kind: ValueKind) => kind !== 'number' && kind !== 'date' && kind !== 'boolean'
