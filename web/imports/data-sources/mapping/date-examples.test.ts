import { expect, test } from 'vitest'
import { dateExample, dayText, yearText } from './date-examples.ts'

const now = new Date('2026-11-20T00:00:00Z')

test('a question about a date is put with a date of the column that shows it', () => {
  const samples = ['', '31/12/67', '05/05/67', '03/04/67']
  expect(dateExample(samples, 'date_order').text).toBe('03/04/67')
  expect(dateExample(samples, 'two_digit_years').text).toBe('31/12/67')
  expect(dateExample(['๐๓/๐๔/๒๕๖๗'], 'date_order')).toMatchObject({
    text: '๐๓/๐๔/๒๕๖๗',
    first: 3,
    second: 4,
    year: '2567',
  })
})

test('without such a date one is made up', () => {
  expect(dateExample(['•••', '2024-01-02'], 'date_order').text).toBe('03/04/67')
  expect(dateExample(['01/01/2530'], 'date_order').text).toBe('03/04/2530')
})

test('the two readings of a date are written in words', () => {
  const example = dateExample(['03/04/67'], 'date_order')
  expect(dayText(example, 'dmy', 'be', 'th', now)).toBe('3 เมษายน 2567')
  expect(dayText(example, 'mdy', null, 'th', now)).toBe('4 มีนาคม 67')
  expect(dayText(dateExample(['03/04/2567'], 'date_order'), 'mdy', null, 'en', now)).toBe('4 March 2567')
})

test('a year of two digits is never one that is still to come', () => {
  expect(yearText('67', 'be', 'th', now)).toBe('พ.ศ. 2567')
  expect(yearText('80', 'be', 'th', now)).toBe('พ.ศ. 2480')
  expect(yearText('67', 'ce', 'th', now)).toBe('ค.ศ. 1967')
  expect(yearText('24', 'ce', 'en', now)).toBe('2024')
})
