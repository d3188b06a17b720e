import { afterEach, describe, expect, test } from 'vitest'
import { prefer } from './preferences.ts'
import { words, wordsNow } from './text.ts'

const text = words({
  title: ['ลูกค้า', 'Customers'],
  found: ['พบ {count} ราย ใน {store}', 'Found {count} customers in {store}', 'Found {count} customer in {store}'],
})

afterEach(() => prefer({ language: 'th' }))

describe('words', () => {
  test('the first language is Thai, and a switch to English takes effect at once', () => {
    expect(wordsNow(text).title).toBe('ลูกค้า')
    prefer({ language: 'en' })
    expect(wordsNow(text).title).toBe('Customers')
  })

  test('numbers in a sentence get commas, and what a person typed is shown as it is', () => {
    expect(text.in('th').found({ count: 12486, store: '<b> {count} $t(title) &' })).toBe(
      'พบ 12,486 ราย ใน <b> {count} $t(title) &',
    )
  })

  test('a sentence that ends with a time, which has a full stop of its own, ends with one', () => {
    expect(
      words({ at: ['ของ {time}', 'From {time}.'] })
        .in('en')
        .at({ time: '10:48 น.' }),
    ).toBe('From 10:48 น.')
    expect(
      words({ at: ['ของ {time}', 'From {time}.'] })
        .in('en')
        .at({ time: '10:48' }),
    ).toBe('From 10:48.')
  })

  test('English distinguishes one from many', () => {
    expect(text.in('en').found({ count: 1, store: 'A' })).toBe('Found 1 customer in A')
    expect(text.in('en').found({ count: 0, store: 'A' })).toBe('Found 0 customers in A')
  })

  test('the words of a language are the same object each time', () => {
    expect(text.in('th')).toBe(text.in('th'))
  })
})
