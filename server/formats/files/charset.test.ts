import { expect, test } from 'vitest'
import { detectCharset } from './charset.ts'

const thai874 = (text: string) =>
  Buffer.from([...text].map((one) => (one > '\u0e00' ? one.charCodeAt(0) - 0x0d60 : one.charCodeAt(0))))
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()
const customers = 'ชื่อ,นามสกุล,เบอร์โทร\r\nญาดา,ศรีสุข,0812345678\r\nกี่,น้ำฝน,0898765432\r\n'

test.each([
  ['plain ASCII', Buffer.from('name,phone\nYada,0812345678\n'), 'utf-8'],
  ['Thai in UTF-8', Buffer.from(customers), 'utf-8'],
  ['Thai in UTF-8 with a byte order mark', Buffer.from(`\ufeff${customers}`), 'utf-8'],
  ['UTF-8 that holds a few U+0000', Buffer.from(customers.replace('ญาดา', 'ญา\0ดา')), 'utf-8'],
  ['Thai in windows-874', thai874(customers), 'windows-874'],
  ['one Thai word in windows-874', thai874('name,phone\nญาดา,0812345678\n'), 'windows-874'],
  ['UTF-16 as Excel saves it', Buffer.from(`\ufeff${customers}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 the other way round', utf16be(`\ufeff${customers}`), 'utf-16be'],
  ['Thai in UTF-16 without a mark', Buffer.from(customers, 'utf16le'), 'utf-16le'],
  ['English in UTF-16 without a mark', Buffer.from('name,phone\nYada,1\n', 'utf16le'), 'utf-16le'],
  ['Thai in UTF-16 without a mark, the other way round', utf16be(customers), 'utf-16be'],
  ['French in windows-1252, which is none of ours', Buffer.from('nom,ville\nJos\xe9,Orl\xe9ans\n', 'latin1'), null],
  ['UTF-8 with one damaged letter', Buffer.concat([Buffer.from(customers), Buffer.from([0xe0, 0xb8, 0x2c])]), 'utf-8'],
  [
    'UTF-8 with many damaged letters, which is reported, not guessed',
    Buffer.concat([Buffer.from(customers), Buffer.from([0xe0, 0xb8, 0x2c, 0xe0, 0xb8, 0x2c])]),
    null,
  ],
])('%s is recognised', (_, bytes, charset) => {
  expect(detectCharset(bytes, true)).toBe(charset)
})

test('a letter that the end of the look cuts is no fault', () => {
  expect(detectCharset(Buffer.from(customers).subarray(0, 10), false)).toBe('utf-8')
})
