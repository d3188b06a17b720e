import { expect, test } from 'vitest'
import { readCoordinates, readDegrees } from './coordinates.ts'

test.each(['18.7961, 98.9793', '18.7961,98.9793', '(18.7961, 98.9793)', ' 18.7961 98.9793 '])(
  'reads the coordinates that a map app copies as %j',
  (text) => expect(readCoordinates(text)).toEqual({ latitude: 18.7961, longitude: 98.9793 }),
)

test.each(['18.7961', '98.9793, 18.7961', 'เชียงใหม่ 18, 98', '18.7961, 198', ''])(
  'leaves %j to be pasted as it is',
  (text) => expect(readCoordinates(text)).toBeNull(),
)

test('takes degrees up to the limit, and no other text', () => {
  expect(['-90', '0', ' 12.5 ', '90.01', '', '1e9', 'x'].map((text) => readDegrees(text, 90))).toEqual([
    ...[-90, 0, 12.5, null, null, null, null],
  ])
})
