import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { daysLikeness } from './days-likeness.ts'

test.each([
  ['2530-02-01', '2530-02-01', 'same'],
  ['1987-02-01', '1987-01-02', 'close'],
  ['1987-02-01', '2530-02-01', 'close'],
  ['1987-02-01', '2530-01-02', 'close'],
  ['1987-02-01', '1987-02-07', 'close'],
  ['1987-02-01', '1978-02-01', 'close'],
  ['1987-12-01', '1987-11-01', 'close'],
  // 2539 and 2549, 2530 and 2503.
  ['1996-02-01', '2006-02-01', 'close'],
  ['1987-02-01', '1960-02-01', 'close'],
  ['1989-02-01', '1990-02-01', 'close'],
  ['1988-02-29', '1987-02-28', 'close'],
  ['1987-01-31', '1987-02-01', 'close'],
  ['1987-09-10', '1987-09-09', 'close'],
  // 30 as a year of the Christian era, and of the next century.
  ['1987-02-01', '1930-02-01', 'close'],
  ['1987-02-01', '2030-02-01', 'close'],
  ['1930-02-01', '2030-02-01', 'close'],
  ['1987-02-01', '1989-01-02', 'different'],
  ['1987-02-05', '1988-02-07', 'different'],
  ['1987-02-01', '1987-03-04', 'different'],
  ['1987-02-01', '1990-01-02', 'different'],
  ['1987-02-01', '2531-02-01', 'different'],
  ['1987-02-01', null, null],
  [null, '1987-02-01', null],
  ['', '1987-02-01', null],
] as const)('%s and %s are %s', (a, b, likeness) => expect(daysLikeness(a, b)).toBe(likeness))

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2600-01-01'), noInvalidDate: true })
const text = day.map((date) => date.toISOString().slice(0, 10))
property.prop([text, text])('days are compared in either order, and a day equals itself', (a, b) => {
  expect(daysLikeness(a, b)).toBe(daysLikeness(b, a))
  expect(daysLikeness(a, a)).toBe('same')
})
