import { isName } from '@ruam/contract/platform/names.ts'
import { expect, test } from 'vitest'
import { proposedName } from './source-name.ts'

test('a file is called by its name, then with the day, then with a number', () => {
  const names = [0, 1, 2, 3].map((tries) => proposedName('ลูกค้า พ.ย.csv', tries, '22-11-2569'))
  expect(names).toEqual(['ลูกค้า พ.ย', 'ลูกค้า พ.ย 22-11-2569', 'ลูกค้า พ.ย 22-11-2569 (2)', 'ลูกค้า พ.ย 22-11-2569 (3)'])
})

test('a long name is cut between letters and stays a name', () => {
  for (const tries of [0, 1, 2, 30]) {
    const name = proposedName(`${'น้ำ'.repeat(120)}.xlsx`, tries, '22-11-2026')
    expect(isName(name)).toBe(true)
    expect(name).not.toMatch(/^[\u0e34-\u0e3a\u0e47-\u0e4e]|\.xlsx/)
  }
})
