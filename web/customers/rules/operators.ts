import type { DataType, ValueKind } from '@ruam/contract/platform/system-fields.ts'
import type { OpenTest, OpenValue, Operator, Unit } from './draft.ts'

/** Operators by type, in display order. */
export const operatorsOf: Readonly<Record<DataType, readonly Operator[]>> = {
  String: ['eq', 'ne', 'contains', 'not_contains', 'starts_with', 'ends_with', 'in', 'not_in', 'empty', 'not_empty'],
  Number: ['eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'between', 'not_between', 'empty', 'not_empty'],
  Date: [
    'in_last',
    'not_in_last',
    'in_next',
    'anniversary_in_next',
    'month_is',
    'on',
    'before',
    'after',
    'between',
    'empty',
    'not_empty',
  ],
  Boolean: ['is_true', 'is_false', 'empty', 'not_empty'],
}

/** Operators of creation and change times. */
export const timeOperators = ['in_last', 'not_in_last', 'on', 'before', 'after', 'between'] as const

/** Operators of counts. */
export const countOperators = ['gte', 'eq', 'lte', 'gt', 'lt', 'ne', 'between', 'not_between'] as const

export const dayUnits = ['day', 'week', 'month'] as const satisfies readonly Unit[]
export const allUnits = ['hour', ...dayUnits] as const

/** Input of a value. */
type ValueShape = 'none' | 'text' | 'texts' | 'number' | 'numbers' | 'day' | 'days' | 'last' | 'next' | 'month'

/** Returns the input for an operator and type. */
export function shapeOf(type: DataType, operator: Operator): ValueShape {
  switch (operator) {
    case 'empty':
    case 'not_empty':
    case 'is_true':
    case 'is_false':
      return 'none'
    case 'in':
    case 'not_in':
      return 'texts'
    case 'between':
    case 'not_between':
      return type === 'Date' ? 'days' : 'numbers'
    case 'in_last':
    case 'not_in_last':
      return 'last'
    case 'in_next':
    case 'anniversary_in_next':
      return 'next'
    case 'month_is':
      return 'month'
    case 'on':
    case 'before':
    case 'after':
      return 'day'
    default:
      return type === 'Number' ? 'number' : 'text'
  }
}

const starts: Partial<Record<ValueShape, OpenValue>> = {
  texts: [],
  numbers: {},
  days: {},
  last: { n: 30, unit: 'day' },
  next: { n: 30, unit: 'day' },
  month: 'this',
}

const spans = new Set<ValueShape>(['last', 'next'])

/** A test with another operator; the value stays where it still makes sense. */
export function withOperator(test: OpenTest, type: DataType, operator: Operator): OpenTest {
  const before = shapeOf(type, test.operator)
  const shape = shapeOf(type, operator)
  if (before === shape) return { ...test, operator }
  if (before === 'text' && shape === 'texts') return { operator, value: test.value ? [`${test.value}`] : [] }
  if (before === 'texts' && shape === 'text') return { operator, value: Array.isArray(test.value) ? test.value[0] : '' }
  if (spans.has(before) && spans.has(shape)) return { operator, value: test.value }
  return { operator, value: starts[shape] }
}

/** Returns the initial test of a field. */
export function firstTest(type: DataType, kind?: ValueKind): OpenTest {
  const operator = kind === 'gender' ? 'eq' : operatorsOf[type][0]!
  return { operator, value: starts[shapeOf(type, operator)] }
}
