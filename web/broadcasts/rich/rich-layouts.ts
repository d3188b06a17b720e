import type { ImagemapTemplate } from '@ruam/contract/broadcasts/imagemap.ts'
import { type Cell, grid } from '../../ui/areas/areas.ts'

/** Areas of each layout of a rich message. */
export const richCells: Readonly<Record<ImagemapTemplate, readonly Cell[]>> = {
  one: grid(1, 1),
  columns: grid(2, 1),
  rows: grid(1, 2),
  thirds: grid(3, 1),
  quarters: grid(2, 2),
  two: [[0, 0, 1, 2 / 3], ...grid(2, 1, 2 / 3)],
  three: [[0, 0, 1, 1 / 2], ...grid(3, 1, 1 / 2)],
  sixths: grid(3, 2),
}
