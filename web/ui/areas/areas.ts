import { overlap } from '@ruam/contract/broadcasts/imagemap-faults.ts'

// Areas that are tapped, in pixels of their picture. They stay within it and never overlap, however they are moved.

/** Pixels of a picture. */
export interface Size {
  width: number
  height: number
}

export interface Rectangle extends Size {
  x: number
  y: number
}

export type Side = 'left' | 'right' | 'top' | 'bottom'

/** Returns the least pixels of a side: a finger still hits it, on a phone that shows the whole picture. */
export const leastOf = ({ width }: Size): number => Math.round(width / 26)

const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const

/** Returns the pixels that an arrow key moves or resizes by: one on a picture of a rich message, two on that of a menu. */
export const stepOf = ({ width }: Size): number => Math.max(1, Math.round(width / 1040))

/** Shares of the picture: left, top, right and bottom edge. */
export type Cell = readonly [left: number, top: number, right: number, bottom: number]

export const grid = (columns: number, rows: number, top = 0, bottom = 1): Cell[] =>
  Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const down = (line: number) => top + ((bottom - top) * line) / rows
    return [column / columns, down(row), (column + 1) / columns, down(row + 1)]
  })

/** Returns the rectangles of a layout on a picture. */
export function areasOf(cells: readonly Cell[], picture: Size): Rectangle[] {
  return cells.map((cell) => {
    const [left, right] = [cell[0], cell[2]].map((share) => Math.round(share * picture.width)) as [number, number]
    const [top, bottom] = [cell[1], cell[3]].map((share) => Math.round(share * picture.height)) as [number, number]
    return { x: left, y: top, width: right - left, height: bottom - top }
  })
}

/** Pixels between a side of an area and what is next on that side: another area, or the edge of the picture. */
function room(area: Rectangle, side: Side, others: readonly Rectangle[], picture: Size): number {
  const across = side === 'left' || side === 'right'
  const edgeOf = ({ x, y, width, height: down }: Rectangle, edge: Side) =>
    ({ left: x, right: x + width, top: y, bottom: y + down })[edge]
  const sameLine = (other: Rectangle) =>
    across
      ? other.y < area.y + area.height && area.y < other.y + other.height
      : other.x < area.x + area.width && area.x < other.x + other.width
  const edge = { left: 0, top: 0, right: picture.width, bottom: picture.height }[side]
  const sign = side === 'left' || side === 'top' ? -1 : 1
  const gaps = [edge, ...others.filter(sameLine).map((other) => edgeOf(other, opposite[side]))]
    .map((found) => sign * (found - edgeOf(area, side)))
    .filter((gap) => gap >= 0)
  return gaps.length > 0 ? Math.min(...gaps) : 0
}

/** Returns an area after a move, as far as others let it. */
export function moved<A extends Rectangle>(
  area: A,
  { dx, dy }: { dx: number; dy: number },
  others: readonly Rectangle[],
  picture: Size,
): A {
  const far = (now: A, by: number, back: Side, on: Side) =>
    by < 0 ? -Math.min(-by, room(now, back, others, picture)) : Math.min(by, room(now, on, others, picture))
  const aside = { ...area, x: area.x + far(area, dx, 'left', 'right') }
  return { ...aside, y: aside.y + far(aside, dy, 'top', 'bottom') }
}

/** Returns an area with one side pushed out by some pixels, or pulled in by negative ones. */
export function pushed<A extends Rectangle>(
  area: A,
  side: Side,
  by: number,
  others: readonly Rectangle[],
  picture: Size,
): A {
  const across = side === 'left' || side === 'right'
  const size = across ? area.width : area.height
  const change =
    by > 0 ? Math.min(by, room(area, side, others, picture)) : Math.max(by, Math.min(0, leastOf(picture) - size))
  const moves = side === 'left' || side === 'top'
  return across
    ? { ...area, width: size + change, x: moves ? area.x - change : area.x }
    : { ...area, height: size + change, y: moves ? area.y - change : area.y }
}

/** Returns the area that is drawn from one point to another, or undefined if it begins in another area. */
export function drawn(
  from: { x: number; y: number },
  to: { x: number; y: number },
  others: readonly Rectangle[],
  picture: Size,
): Rectangle | undefined {
  const point = { x: Math.min(from.x, picture.width - 1), y: Math.min(from.y, picture.height - 1), width: 1, height: 1 }
  if (others.some((other) => overlap(other, point))) return undefined
  const grown = (area: Rectangle, by: number, back: Side, on: Side) =>
    by < 0 ? pushed(area, back, -by, others, picture) : pushed(area, on, by, others, picture)
  return grown(grown(point, to.x - point.x, 'left', 'right'), to.y - point.y, 'top', 'bottom')
}

/** Returns a free place for another area, the largest of three sizes, or undefined if there is none. */
export function freePlace(others: readonly Rectangle[], picture: Size, most: number): Rectangle | undefined {
  if (others.length >= most) return undefined
  const { width, height } = picture
  const step = Math.round(width / 52)
  for (const size of [Math.round(width / 4), Math.round(width / 9), leastOf(picture)]) {
    for (let y = 0; y + size <= height; y += step) {
      for (let x = 0; x + size <= width; x += step) {
        const place = { x, y, width: size, height: size }
        if (!others.some((other) => overlap(other, place))) return place
      }
    }
  }
  return undefined
}

/** Name of an area by its place: A to Z, then AA. */
export const letterOf = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : `A${String.fromCharCode(65 + index - 26)}`
