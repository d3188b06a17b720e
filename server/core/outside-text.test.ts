import { expect, test } from 'vitest'
import { z } from 'zod'
import { cleanJson, cleanName, cleanText, shortText } from './clean-text.ts'
import { outsideId, outsideText, readOutside } from './outside-text.ts'

const family = '👨‍👩‍👧'

test.each([
  ['a\0b', 'ab'],
  ['ญาดา\ud83d', 'ญาดา'],
  ['\udc00ก้ำ', 'ก้ำ'],
  [`${family} 😀`, `${family} 😀`],
])('%j is stored as %j', (text, stored) => {
  expect(cleanText(text)).toBe(stored)
})

test.each([
  ['\u202eญา\u200eดา\n', 'ญาดา'],
  [` ${family}\u2066 ร้าน `, `${family} ร้าน`],
  ['\0\ud800', ''],
])('the name %j is shown as %j', (text, name) => {
  expect(cleanName(text, 100)).toBe(name)
})

test('a text is cut between graphemes', () => {
  expect(shortText(`${'ก'.repeat(198)}กี่ก้`, 199)).toBe(`${'ก'.repeat(198)}กี่`)
  expect(shortText(`${'a'.repeat(199)}😀b`, 200)).toBe(`${'a'.repeat(199)}😀`)
  // One consonant with 10,000 marks.
  expect(shortText(`ก${'่'.repeat(10_000)}`, 5)).toHaveLength(5)
})

test('texts and keys of JSON are clean, and __proto__ stays a key', () => {
  const value = cleanJson(JSON.parse('{"a\\u0000":["\\ud800b",1,null],"__proto__":{"c":"\\u0000"}}'))
  expect(JSON.stringify(value)).toBe('{"a":["b",1,null],"__proto__":{"c":""}}')
})

test('JSON that is unreadable, 20,000 levels deep or of another shape is not read', () => {
  const read = (text: string) => readOutside(Buffer.from(text), z.object({ id: outsideId(5), name: outsideText(3) }))
  expect(read('{"id":"U1","name":"ญาดาดี\\u0000"}')).toEqual({ id: 'U1', name: 'ญาด' })
  for (const text of ['', '<html>', '[]', '{"id":"U\\u0000","name":""}', `${'['.repeat(20_000)}${']'.repeat(20_000)}`])
    expect(read(text)).toBeUndefined()
})

test('a schema with plain text does not compile', () => {
  // @ts-expect-error: nobody cleans a plain string.
  readOutside(Buffer.from('{}'), z.object({ name: z.string() }))
  // @ts-expect-error: nor what has no type.
  readOutside(Buffer.from('{}'), z.object({ list: z.array(z.unknown()) }))
})
