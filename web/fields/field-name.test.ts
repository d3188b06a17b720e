import { fc, test as property } from '@fast-check/vitest'
import { FIELD_NAME } from '@ruam/contract/names.ts'
import { expect, test } from 'vitest'
import { fieldNameOf } from './field-name.ts'

test('a header in Latin letters names its field, a Thai one asks', () => {
  expect(fieldNameOf('customerID')).toBe('customerID')
  expect(fieldNameOf('Monthly Charges')).toBe('monthlyCharges')
  expect(fieldNameOf('CUSTOMER_ID')).toBe('customerID')
  expect(fieldNameOf('รหัสสมาชิก')).toBe('')
  expect(fieldNameOf('รหัส ID')).toBe('')
  expect(fieldNameOf('2nd phone')).toBe('')
})

property.prop([fc.string({ maxLength: 100 })])(
  'a field name out of a header is one the server takes, or none',
  (header) => {
    const name = fieldNameOf(header)
    expect(name === '' || FIELD_NAME.test(name)).toBe(true)
  },
)
