import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { readTime } from './typed-time.ts'

test.each([
  ['9.30', '09:30'],
  ['930', '09:30'],
  ['0930', '09:30'],
  ['9', '09:00'],
  [' 14:05 น.', '14:05'],
  ['24:00', undefined],
  ['12:60', undefined],
  ['9 pm', undefined],
  ['', undefined],
])('a time that is typed as “%s” is %s', (typed, time) => {
  expect(readTime(typed)).toBe(time)
})

property.prop([fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 })])(
  'a time that is shown reads as itself',
  (hour, minute) => {
    const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
    expect(readTime(time)).toBe(time)
  },
)
