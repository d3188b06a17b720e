import { expect, test } from 'vitest'
import { itemOf, sampleOf } from './connector.ts'

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
  expect(JSON.parse(JSON.stringify(sampleOf({ fields, arrays: ['lines'] })))).toEqual({
    customer: { mobile: '0896612345' },
    lines: [{ total: 120 }],
    'utm.source': 'line',
  })
})

test('a key named __proto__ stays a key of the sample', () => {
  const sample = sampleOf({ fields: [field('__proto__.name', 'Mali')], arrays: [] })
  expect(JSON.stringify(sample)).toBe('{"__proto__":{"name":"Mali"}}')
})

test('a pasted text is an item only if it is a JSON object', () => {
  expect(itemOf('{"a": 1}')).toEqual({ a: 1 })
  expect(['', '[1]', '"a"', 'null', '{'].map(itemOf)).toEqual(Array(5).fill(undefined))
})
