import { z } from 'zod'
import { Text } from '../platform/common.ts'
import { MediaName } from './media.ts'

// Rich messages: one picture with areas that are tapped. LINE calls them imagemaps.

/** Pixels across, on which areas are measured. */
export const IMAGEMAP_WIDTH = 1040
/** Pixels down for that width: half of it to twice of it, as LINE's own editor takes. */
export const imagemapHeights = { least: 520, most: 2080 } as const

/** LINE's limits, counted in UTF-16 units. */
export const imagemapLimits = { areas: 50, altText: 1500, label: 50, uri: 1000, text: 400 } as const

/** Layouts of areas for a square picture; a message without one has areas of its own. */
export const imagemapTemplates = ['one', 'columns', 'rows', 'thirds', 'quarters', 'two', 'three', 'sixths'] as const
export type ImagemapTemplate = (typeof imagemapTemplates)[number]

/** Pixels; `faultsIn` reports areas outside of the picture. */
const Pixels = z.int().min(-10_000).max(10_000)

const Area = z.strictObject({
  x: Pixels,
  y: Pixels,
  width: Pixels,
  height: Pixels,
  /** Read out by screen readers. */
  label: Text(100),
  type: z.enum(['uri', 'message', 'coupon', 'none']),
  /** The address, the text that the friend sends, or the title of the coupon. */
  value: Text(2000),
  /** LINE's id of the coupon. */
  coupon_code: Text(100).optional(),
})
export type ImagemapArea = z.infer<typeof Area>

export const Imagemap = z.strictObject({
  type: z.literal('imagemap'),
  /** Null until a picture is uploaded, as is its height. */
  name: MediaName.nullable(),
  height: z.int().min(imagemapHeights.least).max(imagemapHeights.most).nullable(),
  alt_text: Text(2000),
  template: z.enum(imagemapTemplates).nullable(),
  areas: z.array(Area).max(100),
})
export type Imagemap = z.infer<typeof Imagemap>

/** Faults that only areas of a picture have. */
export type ImagemapReason = 'outside' | 'overlaps' | 'empty' | 'not_square'
