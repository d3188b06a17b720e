import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isFamilyName, isGivenName, sexOfGivenName } from './thai-names.ts'

test('lists given names with the sex of their bearers, and family names', () => {
  expect(['สันต์', 'สันติ', 'สุธิณี', 'สุธินี', 'มาลี', 'มาลา', 'ธวัช'].filter((name) => !isGivenName(name))).toEqual([])
  expect(['บริษัท', 'นาย', 'โทรศัพท์', '', 'Somchai'].filter(isGivenName)).toEqual([])
  expect([isFamilyName('ณ เชียงใหม่'), isFamilyName('กกขุนทด'), isFamilyName('บริษัท')]).toEqual([true, true, false])
  expect(['สมศักดิ์', 'สุธิณี', 'ศิริพร', 'กกขุนทด'].map(sexOfGivenName)).toEqual(['male', 'female', null, null])
})

test.each(['male', 'female', 'family', 'common'])(
  'the list %s is sorted, in canonical form and without doubles',
  (file) => {
    const text = readFileSync(new URL(`thai-names/${file}.txt`, import.meta.url), 'utf8')
    const names = text.trimEnd().split('\n')
    expect(names).toEqual([...new Set(names)].sort())
    expect(names.filter((name) => !/^[ก-ฮเแโไใ][ก-๎ ]*$/.test(name) || /เเ|ํา| $/.test(name))).toEqual([])
  },
)
