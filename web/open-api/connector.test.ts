import { expect, test } from 'vitest'
import { exampleOf, faultOf, itemOf } from './connector.ts'

const field = (path: string, lastValue: string | null, kinds: ('text' | 'number' | 'objects')[] = ['text']) => ({
  id: path,
  path,
  kinds,
  items: 1,
  lastValue,
  firstAt: '',
  lastAt: '',
  mapped: false,
  changed: false,
})

test('a sample nests fields by their paths, also below an array and with dots in keys', () => {
  const fields = [
    field('customer.mobile', '0896612345'),
    field('lines', null, ['objects']),
    field('lines.total', '120', ['number']),
    field(String.raw`utm\.source`, 'line'),
  ]
  expect(JSON.parse(exampleOf({ example: null, fields, arrays: ['lines'] }))).toEqual({
    customer: { mobile: '0896612345' },
    lines: [{ total: 120 }],
    'utm.source': 'line',
  })
})

test('a key named __proto__ stays a key of the sample', () => {
  const sample = exampleOf({ example: null, fields: [field('__proto__.name', 'Mali')], arrays: [] })
  expect(sample.replace(/\s/g, '')).toBe('{"__proto__":{"name":"Mali"}}')
})

test('a pasted text is an item only if it is a JSON object', () => {
  expect(itemOf('{"a": 1}')).toEqual({ a: 1 })
  expect(['', '[1]', '"a"', 'null', '{'].map(itemOf)).toEqual(Array(5).fill(undefined))
})

test('the example is the pasted item itself while it is known', () => {
  expect(exampleOf({ example: '{"a": 1.50}', fields: [field('a', '1.5')], arrays: [] })).toBe('{"a": 1.50}')
})

test('a fault of a pasted text has its line and character', () => {
  expect(faultOf('{"a": 1}')).toBeUndefined()
  expect(faultOf('{\n  "a": 1\n  "b": 2\n}')).toEqual({ line: 3, column: 3 })
  expect(faultOf('{"a": 1')).toEqual({ line: 1, column: 8 })
})
