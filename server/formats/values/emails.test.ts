import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readEmail } from './emails.ts'

test.each([
  ['Somchai.J@Example.CO.TH ', 'somchai.j@example.co.th'],
  ['\u200bsomchai@example.com', 'somchai@example.com'],
  ['ｓｏｍｃｈａｉ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'somchai@example.com'],
  ['mailto:a+b@example.com', 'a+b@example.com'],
  ['<a_b-c@mail.example.com>', 'a_b-c@mail.example.com'],
  ["o'brien@example.museum", "o'brien@example.museum"],
  ['somchai@ตัวอย่าง.ไทย', 'somchai@xn--72c1a1bt4awk9o.xn--o3cw4h'],
])('%j is kept as %s', (raw, value) => {
  expect(readEmail(raw)).toEqual({ value })
})

test.each([
  ...['user@@example.com', 'user example.com', 'userexample.com', 'user @example.com', 'user@example.', 'a@b'],
  ...['สมชาย@example.com', '@example.com', 'user@', '.user@example.com', 'us..er@example.com', 'user.@example.com'],
  ...['user@-example.com', 'user@example.c', 'user@example.123', 'a@x.com, b@x.com', `${'a'.repeat(65)}@example.com`],
  ...[`a@${'b'.repeat(64)}.com`, `a@${'b.'.repeat(130)}com`, 'user@exam_ple.com', `${'a'.repeat(5000)}@example.com`],
])('%.40s is refused', (raw) => {
  expect(readEmail(raw)).toEqual({ failure: 'email_invalid' })
})

test('every ordinary address is taken as it is', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(readEmail(address)).toEqual({ value: address.toLowerCase() })
    }),
  )
})
