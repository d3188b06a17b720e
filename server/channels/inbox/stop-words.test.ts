import { expect, test } from 'vitest'
import {
  harmless,
  stopProduct,
  typedStops,
  unclearStops,
  unseenStops,
} from '../../testing/channels/stop-messages.testing.ts'
import { readStop } from './stop-words.ts'

const readAs = (messages: Iterable<string>, not: string | null) =>
  [...messages].flatMap((message) => (readStop(message) === not ? [] : [[message, readStop(message)]]))

test('every phrase with each particle, spacing, emoji and case is a stop', () => {
  expect(readAs(stopProduct(), 'stop')).toEqual([])
})

test('stops as people type them are stops', () => {
  expect(readAs([...typedStops, ...unseenStops], 'stop')).toEqual([])
})

test('a message that may mean a stop is unclear', () => {
  expect(readAs(unclearStops, 'unclear')).toEqual([])
})

test('a message about something else is none', () => {
  expect(readAs(harmless, null)).toEqual([])
})

test('a phrase of the store is a stop with particles and blanks, and in no other sentence', () => {
  const own = ['จบข่าว', 'No Thanks!']
  const read = (text: string) => readStop(text, own)
  expect(['จบข่าวค่ะ', ' จบ ข่าว 🙏', 'NO THANKS.', 'no thanksss'].map(read)).toEqual(['stop', 'stop', 'stop', 'stop'])
  expect(['จบข่าวช่วงเช้าแล้วเหรอ', 'no', ''].map(read)).toEqual([null, null, null])
  expect(readStop('จบข่าว')).toBeNull()
  expect(readStop('สวัสดี', ['', ' 🙏 '])).toBeNull()
})

test('a long message made for the reader takes no time', () => {
  const long = [...'มาอีก', 'pls', 'i', 'ครับ'].map((part) => `ขอ${part.repeat(400)}stop${part.repeat(400)}x`)
  for (const text of long) expect(readStop(text)).toBeNull()
})
