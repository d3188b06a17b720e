import { imagemapTemplates } from '@ruam/contract/broadcasts/imagemap.ts'
import { overlap } from '@ruam/contract/broadcasts/imagemap-faults.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  drawn,
  freePlace,
  LEAST,
  letterOf,
  moved,
  pushed,
  type Rectangle,
  type Side,
  templateAreas,
} from './rich-areas.ts'

const HEIGHT = 1040
const b = { x: 0, y: 694, width: 520, height: 346 }
const free = { x: 100, y: 100, width: 200, height: 100 }

test.each(imagemapTemplates)('the template %s covers the picture, without overlap, at any height', (template) => {
  for (const height of [520, 1040, 1561]) {
    const areas = templateAreas(template, height)
    const covered = areas.reduce((sum, area) => sum + area.width * area.height, 0)
    expect(covered).toBe(1040 * height)
    for (const [index, area] of areas.entries())
      for (const other of areas.slice(index + 1)) expect(overlap(area, other)).toBe(false)
  }
})

describe('an area', () => {
  test('is moved by a pixel, and stops at the edge and at its neighbour', () => {
    expect(moved(free, { dx: 1, dy: 0 }, [b], HEIGHT)).toEqual({ ...free, x: 101 })
    expect(moved(free, { dx: -500, dy: 900 }, [b], HEIGHT)).toEqual({ ...free, x: 0, y: 594 })
  })

  test('is resized at a side, and keeps a size that a finger hits', () => {
    expect(pushed(free, 'right', 5000, [b], HEIGHT)).toEqual({ ...free, width: 940 })
    expect(pushed(free, 'left', 50, [b], HEIGHT)).toEqual({ ...free, x: 50, width: 250 })
    expect(pushed(free, 'bottom', -500, [b], HEIGHT)).toEqual({ ...free, height: LEAST })
  })

  test('is drawn up to its neighbour, and not within one', () => {
    expect(drawn({ x: 100, y: 500 }, { x: 300, y: 900 }, [b], HEIGHT)).toEqual({
      x: 100,
      y: 500,
      width: 201,
      height: 194,
    })
    expect(drawn({ x: 300, y: 900 }, { x: 10, y: 10 }, [b], HEIGHT)).toBeUndefined()
  })

  test('gets a free place, and none in a full picture', () => {
    const [place, full] = [freePlace([b], HEIGHT), freePlace(templateAreas('two', HEIGHT), HEIGHT)]
    expect(place && overlap(place, b)).toBe(false)
    expect(full).toBeUndefined()
  })

  test('is named A to Z, then AA', () => {
    expect([0, 25, 26, 49].map(letterOf)).toEqual(['A', 'Z', 'AA', 'AX'])
  })
})

test('areas stay within the picture and apart, however they are moved and resized', () => {
  const step = fc.record({
    index: fc.nat(2),
    side: fc.constantFrom<Side | 'move'>('left', 'right', 'top', 'bottom', 'move'),
    dx: fc.integer({ min: -1200, max: 1200 }),
    dy: fc.integer({ min: -1200, max: 1200 }),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let areas: Rectangle[] = templateAreas('two', HEIGHT)
      for (const { index, side, dx, dy } of steps) {
        const [area, others] = [areas[index]!, areas.toSpliced(index, 1)]
        const next = side === 'move' ? moved(area, { dx, dy }, others, HEIGHT) : pushed(area, side, dx, others, HEIGHT)
        areas = areas.with(index, next)
        const { x, y, width, height } = next
        expect(Math.min(x, y, 1040 - x - width, HEIGHT - y - height)).toBeGreaterThanOrEqual(0)
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(LEAST)
        expect(others.some((other) => overlap(other, next))).toBe(false)
      }
    }),
  )
})
