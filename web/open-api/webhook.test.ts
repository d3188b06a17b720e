import { ChangeEvent, changeTypeNames } from '@ruam/contract/open-api/changes.ts'
import { expect, test } from 'vitest'
import { exampleData, groupNames, typeGroups, urlFault } from './webhook.ts'

test('each event type stands in one group of the dialog', () => {
  expect(groupNames.flatMap((group) => typeGroups[group]).toSorted()).toEqual(changeTypeNames.toSorted())
})

test('the example of each event type has only keys that events have', () => {
  const keys = Object.keys(ChangeEvent.shape)
  for (const example of Object.values(exampleData)) expect(keys).toEqual(expect.arrayContaining(Object.keys(example)))
})

test.each([
  ['https://shop.example/ruam', null],
  ['http://localhost:3000/hook', null],
  ['shop.example/ruam', 'notUrl'],
  ['ftp://shop.example/ruam', 'notUrl'],
  ['http://shop.example/ruam', 'inside'],
  ['https://10.0.0.1/', 'inside'],
  ['https://[fd00::1]/', 'inside'],
  ['https://printer/', 'inside'],
  ['https://user:word@shop.example/', 'inside'],
])('the typed URL %s has the fault %s', (url, fault) => {
  expect(urlFault(url)).toBe(fault)
})
