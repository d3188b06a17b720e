import { overlap } from '@ruam/contract/broadcasts/imagemap-faults.ts'
import { expect, test } from 'vitest'
import { areasOf } from '../../ui/areas/areas.ts'
import { cellsOf, layoutOf, type MenuLayout, type MenuSize, menuLayouts } from './menu-layouts.ts'

const pictures = { large: { width: 2500, height: 1686 }, compact: { width: 2500, height: 843 } } as const

const all = (['large', 'compact'] as const).flatMap((size) =>
  (Object.keys(menuLayouts[size]) as MenuLayout[]).map((layout): [MenuSize, MenuLayout] => [size, layout]),
)

test.each(all)('areas of the %s layout %s cover the picture without overlap, and are known by it', (size, layout) => {
  const picture = pictures[size]
  const areas = areasOf(cellsOf(size, layout), picture)
  expect(areas.reduce((sum, area) => sum + area.width * area.height, 0)).toBe(picture.width * picture.height)
  for (const [index, area] of areas.entries())
    expect(areas.slice(index + 1).some((other) => overlap(area, other))).toBe(false)
  expect(areas.length).toBeLessThanOrEqual(6)
  expect(layoutOf(areas, size, picture)).toBe(layout)
  expect(layoutOf([{ ...areas[0]!, width: areas[0]!.width - 1 }, ...areas.slice(1)], size, picture)).toBeNull()
})
