import { meaning, type Part, textOf } from './parts.ts'

// LINE describes layouts in terms of CSS, and its keywords by their order alone. These pixels are those of its Flex Message Simulator.

type Sizes = Readonly<Record<string, number>>

export const bubbleWidths: Sizes = { nano: 120, micro: 160, deca: 220, hecto: 241, kilo: 260, mega: 300, giga: 500 }
export const fonts: Sizes = {
  ...{ xxs: 11, xs: 13, sm: 14, md: 16, lg: 19, xl: 22, xxl: 29, '3xl': 35, '4xl': 48, '5xl': 74 },
}
/** Margins, spacing, padding, offsets and corners. */
export const gaps: Sizes = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 }
export const borders: Sizes = { none: 0, light: 0.5, normal: 1, medium: 2, 'semi-bold': 3, bold: 4 }
export const pictureWidths: Sizes = {
  ...{ xxs: 40, xs: 60, sm: 80, md: 100, lg: 120, xl: 140, xxl: 160, '3xl': 180, '4xl': 200, '5xl': 220 },
}
export const LINE_HEIGHT = 1.4
export const buttonHeights: Sizes = { sm: 40, md: 52 }
/** Pixels between the bubbles of a carousel. */
export const BUBBLE_GAP = 9

export const sizeOf = ({ size }: Part) => (Object.hasOwn(bubbleWidths, textOf(size)) ? textOf(size) : 'mega')

/** Returns the corners of a bubble in pixels. */
export const bubbleCorner = (size: string) => (size === 'mega' ? 17 : size === 'giga' ? 5 : 10)

/** Pixels of a keyword or of a text such as 12px; undefined for anything else. */
export function pixels(value: unknown, keywords: Sizes): number | undefined {
  const written = /^(-?\d{1,4}(?:\.\d{1,4})?)px$/.exec(textOf(value))?.[1]
  return written === undefined ? meaning(keywords, value) : Number(written)
}

/** A length of CSS for a keyword, pixels or a percentage. */
export function length(value: unknown, keywords: Sizes = {}): number | string | undefined {
  return pixels(value, keywords) ?? /^-?\d{1,4}(?:\.\d{1,4})?%$/.exec(textOf(value))?.[0]
}

/** Returns a ratio of LINE's form as [width, height]; a square for anything else. */
export function ratioOf(value: unknown): readonly [number, number] {
  const [width = 0, height = 0] = (/^(\d{1,6}(?:\.\d+)?):(\d{1,6}(?:\.\d+)?)$/.exec(textOf(value))?.slice(1) ?? []).map(
    Number,
  )
  return width > 0 && height > 0 ? [width, height] : [1, 1]
}

type Side = 'paddingTop' | 'paddingBottom' | 'paddingInlineStart' | 'paddingInlineEnd'
type Padding = Record<Side, number>
const around = (paddingTop: number, beside: number, paddingBottom: number): Padding => ({
  ...{ paddingTop, paddingBottom, paddingInlineStart: beside, paddingInlineEnd: beside },
})

/** Returns the padding that a block has until its box sets one. */
export function blockPadding(block: string, size: string, hasFooter: boolean): Padding {
  const isWide = size === 'mega' || size === 'giga'
  if (block === 'hero') return around(0, 0, 0)
  if (block === 'footer' || size === 'nano' || size === 'micro') return around(10, 10, 10)
  const own = isWide
    ? around(block === 'body' ? 19 : 20, 20, 20)
    : size === 'kilo'
      ? around(13, 13, 13)
      : around(11, 14, 13)
  return block === 'body' && hasFooter ? { ...own, paddingBottom: isWide ? 10 : 17 } : own
}
