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
  ['1987-02-01', '1987-03-04', 'different'],
  ['1987-02-01', '1990-01-02', 'different'],
  ['1987-02-01', '2531-02-01', 'different'],
  ['1987-02-01', null, null],
  [null, '1987-02-01', null],
  ['', '1987-02-01', null],
] as const)('%s and %s are %s', (a, b, likeness) => expect(daysLikeness(a, b)).toBe(likeness))

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2600-01-01'), noInvalidDate: true })
property.prop([day, day])('the same is said whichever day comes first', (a, b) => {
  const [one, other] = [a, b].map((date) => date.toISOString().slice(0, 10))
  expect(daysLikeness(one!, other!)).toBe(daysLikeness(other!, one!))
})
