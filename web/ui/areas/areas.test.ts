import { overlap } from '@ruam/contract/broadcasts/imagemap-faults.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areasOf,
  drawn,
  freePlace,
  grid,
  leastOf,
  letterOf,
  moved,
  pushed,
  type Rectangle,
  type Side,
} from './areas.ts'

const picture = { width: 1040, height: 1040 }
const LEAST = 40
const two = [[0, 0, 1, 2 / 3], ...grid(2, 1, 2 / 3)] as const
const b = { x: 0, y: 694, width: 520, height: 346 }
const free = { x: 100, y: 100, width: 200, height: 100 }

test.each([
  ['two', two],
  ['sixths', grid(3, 2)],
  ['thirds', grid(3, 1)],
])('the layout %s covers a picture of any size, without overlap', (_, cells) => {
  for (const size of [picture, { width: 1040, height: 1561 }, { width: 2500, height: 1686 }]) {
    const areas = areasOf(cells, size)
    const covered = areas.reduce((sum, area) => sum + area.width * area.height, 0)
    expect(covered).toBe(size.width * size.height)
    for (const [index, area] of areas.entries())
      for (const other of areas.slice(index + 1)) expect(overlap(area, other)).toBe(false)
  }
})

describe('an area', () => {
  test('is moved by a pixel, and stops at the edge and at its neighbour', () => {
    expect(moved(free, { dx: 1, dy: 0 }, [b], picture)).toEqual({ ...free, x: 101 })
    expect(moved(free, { dx: -500, dy: 900 }, [b], picture)).toEqual({ ...free, x: 0, y: 594 })
  })

  test('is resized at a side, and keeps a size that a finger hits', () => {
    expect(pushed(free, 'right', 5000, [b], picture)).toEqual({ ...free, width: 940 })
    expect(pushed(free, 'left', 50, [b], picture)).toEqual({ ...free, x: 50, width: 250 })
    expect(pushed(free, 'bottom', -500, [b], picture)).toEqual({ ...free, height: LEAST })
  })

  test('is drawn up to its neighbour, and not within one', () => {
    expect(drawn({ x: 100, y: 500 }, { x: 300, y: 900 }, [b], picture)).toEqual({
      x: 100,
      y: 500,
      width: 201,
      height: 194,
    })
    expect(drawn({ x: 300, y: 900 }, { x: 10, y: 10 }, [b], picture)).toBeUndefined()
  })

  test('gets a free place, and none in a full picture', () => {
    const [place, full] = [freePlace([b], picture, 50), freePlace(areasOf(two, picture), picture, 50)]
    expect(place && overlap(place, b)).toBe(false)
    expect(full).toBeUndefined()
    expect(freePlace([], picture, 0)).toBeUndefined()
  })

  test('is named A to Z, then AA', () => {
    expect([0, 25, 26, 49].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AX'])
  })
})

test.each([picture, { width: 2500, height: 843 }])(
  'areas stay within $width × $height and apart, however they are moved and resized',
  (size) => {
    const far = Math.round(size.width * 1.2)
    const step = fc.record({
      index: fc.nat(2),
      side: fc.constantFrom<Side | 'move'>('left', 'right', 'top', 'bottom', 'move'),
      dx: fc.integer({ min: -far, max: far }),
      dy: fc.integer({ min: -far, max: far }),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        let areas: Rectangle[] = areasOf(two, size)
        for (const { index, side, dx, dy } of steps) {
          const [area, others] = [areas[index]!, areas.toSpliced(index, 1)]
          const next = side === 'move' ? moved(area, { dx, dy }, others, size) : pushed(area, side, dx, others, size)
          areas = areas.with(index, next)
          const { x, y, width, height } = next
          expect(Math.min(x, y, size.width - x - width, size.height - y - height)).toBeGreaterThanOrEqual(0)
          expect(Math.min(width, height)).toBeGreaterThanOrEqual(leastOf(size))
          expect(others.some((other) => overlap(other, next))).toBe(false)
        }
      }),
    )
  },
)
