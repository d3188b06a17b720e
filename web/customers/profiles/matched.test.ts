import { describe, expect, test } from 'vitest'
import { matchedPartsOf, matchesIn, type Searched } from './matched.ts'
import type { ProfileListField } from './values.ts'

/** The text with brackets around what is marked. */
function marked(text: string, keyword: string, by: Searched) {
  return matchedPartsOf(text, keyword, by).reduceRight(
    (shown, [from, to]) => `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`,
    text,
  )
}

describe('search matches are marked', () => {
  test.each([
    ['069-173-8043', '8043', 'phone', '069-173-[8043]'],
    ['069-173-8043', '738043', 'phone', '069-1[73-8043]'],
    ['069-173-8043', '0691', 'phone', '[069-1]73-8043'],
    ['069-395-6939', '6939', 'phone', '069-395-[6939]'],
    ['069-395-6939', '69395', 'phone', '[069-395]-6939'],
    ['069-173-8043', '๘๐๔๓', 'phone', '069-173-[8043]'],
    ['069-173-8043', '+66 69 173 8043', 'phone', '[069-173-8043]'],
    ['069-173-8043', '691738043', 'phone', '[069-173-8043]'],
    ['069-173-8043', '043', 'phone', '069-173-8043'],
    ['069-173-8043', '1738', 'phone', '069-173-8043'],
    ['Narong49@example.org', 'narong', 'email', '[Narong]49@example.org'],
    ['narong49@example.org', 'example', 'email', 'narong49@example.org'],
    ['แก้วตา', 'เเก้ว', 'words', '[แก้ว]ตา'],
    ['น้ำใส', 'นํ้า', 'words', '[น้ำ]ใส'],
    ['Somchai', 'SOM', 'words', '[Som]chai'],
    ['M05678', '5678', 'words', 'M0[5678]'],
    ['มานะ มานี', 'มา นะ', 'words', '[มานะ] [มา]นี'],
    ['ก', '   ', 'words', 'ก'],
  ] as const)('%s by %s', (text, keyword, by, shown) => {
    expect(marked(text, keyword, by)).toBe(shown)
  })
})

const field = (name: string, value: string, more: Partial<ProfileListField> = {}): ProfileListField => ({
  id: 1,
  name,
  displayName: name,
  dataType: 'String',
  type: 'system_profile',
  value,
  ...more,
})
const say = ({ value }: ProfileListField) => String(value)

test('a phone comes before a code of the store, and what no search looks into is no match', () => {
  const profile = {
    fields: [
      field('address', '5678 ถนนสุขุมวิท'),
      field('memberNo', 'M05678', { type: 'custom_profile' }),
      field('secret', '5678', { type: 'custom_profile', masked: true }),
      field('phone', '081-234-5678'),
    ],
  }
  expect(matchesIn(profile, '5678', say).map((match) => match.field.name)).toEqual(['phone', 'memberNo'])
})
