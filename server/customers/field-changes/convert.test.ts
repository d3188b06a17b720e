import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noDates } from '../../formats/values/date-facts.ts'
import { dateStyleOf } from '../../formats/values/date-styles.ts'
import { convertValue } from './convert.ts'

const style = dateStyleOf(noDates(), '2026-11-27')

test('a number, a day and a yes or no come back as they were after having been text', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.boolean(), (number, yes) => {
      expect(convertValue(String(number), 'Number', style)).toEqual({ value: number })
      expect(convertValue(String(yes), 'Boolean', style)).toEqual({ value: yes })
    }),
  )
  const days = fc.date({ min: new Date('1800-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (date) => {
      const day = date.toISOString().slice(0, 10)
      expect(convertValue(day, 'Date', style)).toEqual({ value: day })
    }),
  )
})

test('a text never becomes a value of another type than the one asked for', () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom('Number', 'Date', 'Boolean'), (text, to) => {
      const reading = convertValue(text, to, style)
      if ('failure' in reading || reading.value === null) return
      expect(typeof reading.value).toBe({ Number: 'number', Date: 'string', Boolean: 'boolean' }[to])
    }),
  )
})
