import { areasOf, type Cell, grid, type Rectangle, type Size } from '../../ui/areas/areas.ts'

/** Layouts of a large picture, as LINE's own editor offers them, and two above three. */
const large = {
  sixths: grid(3, 2),
  quarters: grid(2, 2),
  three: [[0, 0, 1, 1 / 2], ...grid(3, 1, 1 / 2)],
  beside: [
    [0, 0, 2 / 3, 1],
    [2 / 3, 0, 1, 1 / 2],
    [2 / 3, 1 / 2, 1, 1],
  ],
  five: [[0, 0, 2 / 3, 1 / 2], [2 / 3, 0, 1, 1 / 2], ...grid(3, 1, 1 / 2)],
  columns: grid(2, 1),
  whole: grid(1, 1),
} as const satisfies Record<string, readonly Cell[]>

const compact = {
  thirds: grid(3, 1),
  smallLeft: [
    [0, 0, 1 / 3, 1],
    [1 / 3, 0, 1, 1],
  ],
  smallRight: [
    [0, 0, 2 / 3, 1],
    [2 / 3, 0, 1, 1],
  ],
  columns: grid(2, 1),
  whole: grid(1, 1),
} as const satisfies Record<string, readonly Cell[]>

export const menuLayouts = { large, compact } as const

export type MenuSize = keyof typeof menuLayouts
export type MenuLayout = keyof typeof large | keyof typeof compact

export const cellsOf = (size: MenuSize, layout: MenuLayout): readonly Cell[] =>
  (menuLayouts[size] as Partial<Record<MenuLayout, readonly Cell[]>>)[layout] ?? grid(1, 1)

/** Returns the layout that areas follow to the pixel, or null if they follow none. */
export function layoutOf(areas: readonly Rectangle[], size: MenuSize, picture: Size): MenuLayout | null {
  const layouts = Object.keys(menuLayouts[size]) as MenuLayout[]
  const follows = (layout: MenuLayout) => {
    const laidOut = areasOf(cellsOf(size, layout), picture)
    return (
      laidOut.length === areas.length &&
      laidOut.every(({ x, y, width, height }, index) => {
        const area = areas[index]!
        return area.x === x && area.y === y && area.width === width && area.height === height
      })
    )
  }
  return layouts.find(follows) ?? null
}
