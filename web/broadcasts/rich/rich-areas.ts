import {
  IMAGEMAP_WIDTH,
  type ImagemapArea,
  type ImagemapTemplate,
  imagemapLimits,
} from '@ruam/contract/broadcasts/imagemap.ts'
import { overlap } from '@ruam/contract/broadcasts/imagemap-faults.ts'

// Areas of a rich message in pixels of the picture. They stay within it and never overlap, however they are moved.

export type Rectangle = Pick<ImagemapArea, 'x' | 'y' | 'width' | 'height'>
export type Side = 'left' | 'right' | 'top' | 'bottom'

/** Least pixels of a side: a finger still hits it. */
export const LEAST = 40

const opposite = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const

/** Shares of the picture: left, top, right and bottom edge. */
type Cell = readonly [left: number, top: number, right: number, bottom: number]

const grid = (columns: number, rows: number, top = 0, bottom = 1): Cell[] =>
  Array.from({ length: columns * rows }, (_, index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const down = (line: number) => top + ((bottom - top) * line) / rows
    return [column / columns, down(row), (column + 1) / columns, down(row + 1)]
  })

export const templateCells: Readonly<Record<ImagemapTemplate, readonly Cell[]>> = {
  one: grid(1, 1),
  columns: grid(2, 1),
  rows: grid(1, 2),
  thirds: grid(3, 1),
  quarters: grid(2, 2),
  two: [[0, 0, 1, 2 / 3], ...grid(2, 1, 2 / 3)],
  three: [[0, 0, 1, 1 / 2], ...grid(3, 1, 1 / 2)],
  sixths: grid(3, 2),
}

/** Returns the rectangles of a template on a picture that is so many pixels high. */
export function templateAreas(template: ImagemapTemplate, height: number): Rectangle[] {
  return templateCells[template].map((cell) => {
    const [left, right] = [cell[0], cell[2]].map((share) => Math.round(share * IMAGEMAP_WIDTH)) as [number, number]
    const [top, bottom] = [cell[1], cell[3]].map((share) => Math.round(share * height)) as [number, number]
    return { x: left, y: top, width: right - left, height: bottom - top }
  })
}

/** Pixels between a side of an area and what is next on that side: another area, or the edge of the picture. */
function room(area: Rectangle, side: Side, others: readonly Rectangle[], height: number): number {
  const across = side === 'left' || side === 'right'
  const edgeOf = ({ x, y, width, height: down }: Rectangle, edge: Side) =>
    ({ left: x, right: x + width, top: y, bottom: y + down })[edge]
  const sameLine = (other: Rectangle) =>
    across
      ? other.y < area.y + area.height && area.y < other.y + other.height
      : other.x < area.x + area.width && area.x < other.x + other.width
  const edge = { left: 0, top: 0, right: IMAGEMAP_WIDTH, bottom: height }[side]
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
  height: number,
): A {
  const far = (now: A, by: number, back: Side, on: Side) =>
    by < 0 ? -Math.min(-by, room(now, back, others, height)) : Math.min(by, room(now, on, others, height))
  const aside = { ...area, x: area.x + far(area, dx, 'left', 'right') }
  return { ...aside, y: aside.y + far(aside, dy, 'top', 'bottom') }
}

/** Returns an area with one side pushed out by some pixels, or pulled in by negative ones. */
export function pushed<A extends Rectangle>(
  area: A,
  side: Side,
  by: number,
  others: readonly Rectangle[],
  height: number,
): A {
  const across = side === 'left' || side === 'right'
  const size = across ? area.width : area.height
  const change = by > 0 ? Math.min(by, room(area, side, others, height)) : Math.max(by, Math.min(0, LEAST - size))
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
  height: number,
): Rectangle | undefined {
  const point = { x: Math.min(from.x, IMAGEMAP_WIDTH - 1), y: Math.min(from.y, height - 1), width: 1, height: 1 }
  if (others.some((other) => overlap(other, point))) return undefined
  const grown = (area: Rectangle, by: number, back: Side, on: Side) =>
    by < 0 ? pushed(area, back, -by, others, height) : pushed(area, on, by, others, height)
  return grown(grown(point, to.x - point.x, 'left', 'right'), to.y - point.y, 'top', 'bottom')
}

/** Returns a free place for another area, the largest of three sizes, or undefined if there is none. */
export function freePlace(others: readonly Rectangle[], height: number): Rectangle | undefined {
  if (others.length >= imagemapLimits.areas) return undefined
  for (const size of [260, 120, LEAST]) {
    for (let y = 0; y + size <= height; y += 20) {
      for (let x = 0; x + size <= IMAGEMAP_WIDTH; x += 20) {
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
