import { errors } from '@ruam/contract/errors/catalog.ts'
import { dataSources } from '@ruam/contract/imports/data-sources.ts'
import { expect, test } from 'vitest'
import { fieldOfRefusal } from './create-refusal.ts'

test('shows every declared error of the call next to the input to change', () => {
  for (const name of dataSources.create.errors) {
    expect(fieldOfRefusal({ name, status: errors[name].status })).toBe(name === 'name_taken' ? 'name' : 'file')
  }
})

test('invalid input is shown as it is, and anything else as a data source that could not be created', () => {
  expect(fieldOfRefusal({ name: 'invalid_input', status: 400 })).toBe('form')
  expect(fieldOfRefusal({ name: 'internal', status: 500 })).toBe('failed')
  expect(fieldOfRefusal({ name: 'network', status: 0 })).toBe('failed')
})
