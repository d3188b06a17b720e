import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedField } from './field-order.ts'

test('a field changes places with its neighbour, and at an end stays where it is', () => {
  expect(movedField(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  expect(movedField(['a', 'b', 'c'], 1, 1)).toEqual(['a', 'c', 'b'])
  expect(movedField(['a', 'b', 'c'], 0, -1)).toEqual(['a', 'b', 'c'])
  expect(movedField(['a', 'b', 'c'], 2, 1)).toEqual(['a', 'b', 'c'])
})

test('down and up again is where it was, and no field is lost or doubled', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(), { minLength: 2 }), fc.nat(), (list, at) => {
      const place = at % (list.length - 1)
      const down = movedField(list, place, 1)
      expect([...down].sort()).toEqual([...list].sort())
      expect(movedField(down, place + 1, -1)).toEqual(list)
    }),
  )
})
