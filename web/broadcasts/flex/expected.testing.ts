import type { Json } from './make.ts'

// Rectangles of a flex message, calculated from LINE's description of its layout and the sizes of its simulator. Shares nothing with
// the preview, which leaves the calculation to CSS.

export interface Rectangle {
  x: number
  y: number
  width: number
  height: number
}
/** Rectangles by path, relative to the first bubble. `content` is a picture, an icon, a button or a text in its component. */
type Rectangles = Map<string, { whole: Rectangle; content?: Rectangle }>

const WIDTHS: Record<string, number> = { nano: 120, micro: 160, deca: 220, hecto: 241, kilo: 260, mega: 300, giga: 500 }
const FONTS: Record<string, number> = {
  ...{ xxs: 11, xs: 13, sm: 14, md: 16, lg: 19, xl: 22, xxl: 29, '3xl': 35, '4xl': 48, '5xl': 74 },
}
const GAPS: Record<string, number> = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 }
const BORDERS: Record<string, number> = { light: 0.5, normal: 1, medium: 2, 'semi-bold': 3, bold: 4 }
const PICTURES: Record<string, number> = {
  ...{ xxs: 40, xs: 60, sm: 80, md: 100, lg: 120, xl: 140, xxl: 160, '3xl': 180, '4xl': 200, '5xl': 220 },
}
/** Padding of blocks as top, sides, bottom, and the bottom of a body above a footer. */
const BLOCKS: Record<string, readonly [number, number, number, number]> = {
  ...{ nano: [10, 10, 10, 10], micro: [10, 10, 10, 10], deca: [11, 14, 13, 17], hecto: [11, 14, 13, 17] },
  ...{ kilo: [13, 13, 13, 17], mega: [20, 20, 20, 10], giga: [20, 20, 20, 10] },
}

const listOf = ({ contents }: Json) => (contents ?? []) as Json[]
const isAbsolute = ({ position }: Json) => position === 'absolute'
const ratioOf = ({ aspectRatio }: Json) => {
  const [width, height] = String(aspectRatio ?? '1:1')
    .split(':')
    .map(Number)
  return height! / width!
}

/** Pixels of a keyword, of px, or of a percentage of `whole`. */
function sized(value: unknown, keywords: Record<string, number>, whole: number): number | undefined {
  if (typeof value !== 'string') return undefined
  if (value.endsWith('%')) return (Number.parseFloat(value) / 100) * whole
  return value.endsWith('px') ? Number.parseFloat(value) : keywords[value]
}

interface Inside {
  top: number
  start: number
  width: number
  /** The part of the height that padding and borders take. */
  taken: number
}

/** Calculates all rectangles. `ascent` is how far the baseline of the font lies below the top of a line, of a font of 1 px. */
export function expectedRectangles(contents: Json, ascent: number): Rectangles {
  const found: Rectangles = new Map()
  const bubbles = contents.type === 'carousel' ? listOf(contents) : [contents]
  const tallest = Math.max(...bubbles.map((bubble) => blocksOf(bubble).reduce((sum, { height }) => sum + height, 0)))
  let left = 0
  for (const [index, bubble] of bubbles.entries()) {
    const width = WIDTHS[String(bubble.size ?? 'mega')]!
    const blocks = blocksOf(bubble)
    const missing = bubble.body ? tallest - blocks.reduce((sum, { height }) => sum + height, 0) : 0
    const prefix = bubbles.length > 1 ? `contents[${index}].` : ''
    let top = 0
    for (const { name, height, line } of blocks) {
      const whole = height + (name === 'body' ? missing : 0)
      const block = bubble[name] as Json
      place(
        block,
        `${prefix}${name}`,
        { x: left, y: top + line, width, height: whole - line },
        paddingOf(bubble, name),
        false,
      )
      top += whole
    }
    if (bubble.direction === 'rtl') mirror(found, width)
    left += width + 9
  }
  return found

  function blocksOf(bubble: Json) {
    const names = ['header', 'hero', 'body', 'footer'].filter((name) => bubble[name])
    return names.map((name, index) => {
      const styles = (bubble.styles ?? {}) as Record<string, Json | undefined>
      const line = index > 0 && styles[name]?.separator ? 1 : 0
      const width = WIDTHS[String(bubble.size ?? 'mega')]!
      return { name, line, height: heightOf(bubble[name] as Json, width, paddingOf(bubble, name)) + line }
    })
  }

  function paddingOf(bubble: Json, name: string): readonly [number, number, number] {
    const size = String(bubble.size ?? 'mega')
    const [top, sides, bottom, aboveFooter] = BLOCKS[size]!
    if (name === 'hero') return [0, 0, 0]
    if (name === 'footer') return [10, 10, 10]
    if (name === 'header') return [top, sides, bottom]
    const isWide = size === 'mega' || size === 'giga'
    return [isWide ? 19 : top, sides, bubble.footer ? aboveFooter : bottom]
  }

  function insideOf(
    box: Json,
    width: number,
    own: readonly [number, number, number] = [0, 0, 0],
    parent = width,
  ): Inside {
    const border = sized(box.borderWidth, BORDERS, 0) ?? 0
    const side = (name: string, otherwise: number) =>
      sized(box[name], GAPS, parent) ?? sized(box.paddingAll, GAPS, parent) ?? otherwise
    const [top, bottom] = [side('paddingTop', own[0]) + border, side('paddingBottom', own[2]) + border]
    const [start, end] = [side('paddingStart', own[1]) + border, side('paddingEnd', own[1]) + border]
    return { top, start, width: width - start - end, taken: top + bottom }
  }

  function marginOf(part: Json, parent: Json, index: number) {
    const spacing = index > 0 && part.type !== 'filler' ? (sized(parent.spacing, GAPS, 0) ?? 0) : 0
    return sized(part.margin, GAPS, 0) ?? spacing
  }

  /** Width that a component needs, if it is not given one. */
  function ownWidth(part: Json, inner: number): number {
    if (part.type === 'icon') return FONTS[String(part.size ?? 'md')]! / ratioOf(part)
    if (part.type === 'image')
      return Math.min(part.size === 'full' ? inner : sized(part.size ?? 'md', PICTURES, inner)!, inner)
    return Math.min(
      sized(part.width, {}, inner) ?? 0,
      sized(part.maxWidth, {}, inner) ?? Number.POSITIVE_INFINITY,
      inner,
    )
  }

  function shareOf(part: Json): number {
    if (part.type === 'icon' || part.type === 'separator') return 0
    if (part.type === 'box' && (part.width || part.height)) return 0
    return (part.flex as number | undefined) ?? 1
  }

  /** Widths of the components of a row: those without a share take what they need, and the others divide the rest. */
  function widthsOf(box: Json, inner: number): number[] {
    const parts = listOf(box)
    const flowing = parts.filter((part) => !isAbsolute(part))
    const margins = flowing.reduce((sum, part) => sum + marginOf(part, box, parts.indexOf(part)), 0)
    const fixed = flowing.filter((part) => shareOf(part) === 0).reduce((sum, part) => sum + ownWidth(part, inner), 0)
    const shares = flowing.reduce((sum, part) => sum + shareOf(part), 0)
    return parts.map((part) => {
      const share = shareOf(part)
      return share === 0 || isAbsolute(part) ? ownWidth(part, inner) : (share / shares) * (inner - margins - fixed)
    })
  }

  /** Width of a component in a column: all of it, unless it says less or the column does not stretch. */
  function widthInColumn(part: Json, box: Json, inner: number): number {
    if (part.type === 'separator') return inner
    if (part.width || part.maxWidth)
      return part.width ? ownWidth(part, inner) : Math.min(inner, sized(part.maxWidth, {}, inner)!)
    return box.alignItems ? ownWidth(part, inner) : inner
  }

  function textHeight(part: Json): number {
    const written = part.wrap ? String(part.text).split('\n').length : 1
    const count = part.maxLines ? Math.min(written, part.maxLines as number) : written
    return count * 1.4 * FONTS[String(part.size ?? 'md')]! + (count - 1) * (sized(part.lineSpacing, {}, 0) ?? 0)
  }

  function heightOf(part: Json, width: number, own?: readonly [number, number, number], parent = width): number {
    switch (part.type) {
      case 'text':
        return textHeight(part)
      case 'button':
        return part.height === 'sm' ? 40 : 52
      case 'image':
        return ownWidth(part, width) * ratioOf(part)
      case 'video':
        return width * ratioOf(part)
      case 'icon':
        return FONTS[String(part.size ?? 'md')]!
      case 'box': {
        const inside = insideOf(part, width, own, parent)
        const natural = inside.taken + contentHeight(part, inside.width)
        return Math.min(sized(part.height, {}, 0) ?? natural, sized(part.maxHeight, {}, 0) ?? Number.POSITIVE_INFINITY)
      }
      default:
        return 0
    }
  }

  function contentHeight(box: Json, inner: number): number {
    const parts = listOf(box)
    const flowing = parts.map((part, index) => ({ part, index })).filter(({ part }) => !isAbsolute(part))
    if (box.layout === 'vertical')
      return flowing.reduce(
        (sum, { part, index }) =>
          sum + marginOf(part, box, index) + heightOf(part, widthInColumn(part, box, inner), undefined, inner),
        0,
      )
    const widths = widthsOf(box, inner)
    if (box.layout === 'baseline') {
      const above = Math.max(...parts.map(aboveBaseline))
      return above + Math.max(...parts.map((part) => heightOf(part, 0) - aboveBaseline(part)))
    }
    return Math.max(0, ...flowing.map(({ part, index }) => heightOf(part, widths[index]!, undefined, inner)))
  }

  function aboveBaseline(part: Json): number {
    const font = FONTS[String(part.size ?? 'md')]!
    return part.type === 'icon' ? font : font * ascent
  }

  function place(
    part: Json,
    at: string,
    whole: Rectangle,
    own?: readonly [number, number, number],
    inBaseline = false,
    parent = whole.width,
  ): void {
    found.set(at, { whole, ...contentOf(part, whole, inBaseline) })
    if (part.type !== 'box') return
    const inside = insideOf(part, whole.width, own, parent)
    const area = {
      x: whole.x + inside.start,
      y: whole.y + inside.top,
      width: inside.width,
      height: whole.height - inside.taken,
    }
    const parts = listOf(part)
    const rectangles = part.layout === 'vertical' ? columnOf(part, area) : rowOf(part, area)
    for (const [index, inner] of parts.entries()) {
      const path = `${at}.contents[${index}]`
      if (isAbsolute(inner)) place(inner, path, absoluteOf(inner, whole))
      else place(inner, path, moved(inner, rectangles[index]!, area), undefined, part.layout === 'baseline', area.width)
    }
  }

  /** The picture, button or text inside its component. */
  function contentOf(part: Json, whole: Rectangle, inBaseline: boolean): { content?: Rectangle } {
    const hasContent = ['text', 'button', 'image', 'video', 'icon'].includes(String(part.type))
    // Space between lines moves the edges of the element, and none of its letters.
    if (!hasContent || part.lineSpacing) return {}
    const height = heightOf(part, whole.width)
    const free = whole.height - height
    const y =
      whole.y +
      (inBaseline || !part.gravity || part.gravity === 'top' ? 0 : part.gravity === 'center' ? free / 2 : free)
    if (part.type !== 'image') return { content: { ...whole, y, height } }
    const width = ownWidth(part, whole.width)
    const beside = whole.width - width
    const x = whole.x + (part.align === 'start' ? 0 : part.align === 'end' ? beside : beside / 2)
    return { content: { x, y, width, height } }
  }

  function columnOf(box: Json, area: Rectangle): Rectangle[] {
    const parts = listOf(box)
    const widths = parts.map((part) => widthInColumn(part, box, area.width))
    const heights = parts.map((part, index) => heightOf(part, widths[index]!, undefined, area.width))
    const free = area.height - contentHeight(box, area.width)
    const shareIn = (part: Json) =>
      part.type === 'separator' ? 0 : ((part.flex as number | undefined) ?? (part.type === 'filler' ? 1 : 0))
    const shares = parts.reduce((sum, part) => sum + shareIn(part), 0)
    const { before, between } = spread(shares > 0 ? undefined : box.justifyContent, free, parts.length)
    let y = area.y + before
    return parts.map((part, index) => {
      y += marginOf(part, box, index)
      const height = heights[index]! + (shares > 0 ? (shareIn(part) / shares) * free : 0)
      const made = { x: area.x + across(box.alignItems, area.width - widths[index]!), y, width: widths[index]!, height }
      y += height + between
      return made
    })
  }

  function rowOf(box: Json, area: Rectangle): Rectangle[] {
    const parts = listOf(box)
    const widths = widthsOf(box, area.width)
    const used = parts.reduce((sum, part, index) => sum + widths[index]! + marginOf(part, box, index), 0)
    const hasShares = parts.some((part) => shareOf(part) > 0)
    const { before, between } = spread(hasShares ? undefined : box.justifyContent, area.width - used, parts.length)
    const above = Math.max(0, ...parts.map(aboveBaseline))
    let x = area.x + before
    return parts.map((part, index) => {
      x += marginOf(part, box, index)
      const natural = heightOf(part, widths[index]!, undefined, area.width)
      const isStretched =
        !box.alignItems && box.layout !== 'baseline' && !(part.type === 'box' && (part.height || part.maxHeight))
      const height = isStretched || part.type === 'separator' ? area.height : natural
      const y =
        box.layout === 'baseline'
          ? area.y + above - aboveBaseline(part)
          : area.y + across(box.alignItems, area.height - height)
      const made = { x, y, width: widths[index]!, height }
      x += widths[index]! + between
      return made
    })
  }
}

const across = (alignItems: unknown, free: number) =>
  alignItems === 'center' ? free / 2 : alignItems === 'flex-end' ? free : 0

/** Free room before the first component and between two. */
function spread(justifyContent: unknown, free: number, count: number): { before: number; between: number } {
  switch (justifyContent) {
    case 'center':
      return { before: free / 2, between: 0 }
    case 'flex-end':
      return { before: free, between: 0 }
    case 'space-between':
      return { before: 0, between: free / (count - 1) }
    case 'space-around':
      return { before: free / count / 2, between: free / count }
    case 'space-evenly':
      return { before: free / (count + 1), between: free / (count + 1) }
    default:
      return { before: 0, between: 0 }
  }
}

function moved(part: Json, at: Rectangle, area: Rectangle): Rectangle {
  const down = sized(part.offsetTop, GAPS, area.height) ?? -(sized(part.offsetBottom, GAPS, area.height) ?? 0)
  const right = sized(part.offsetStart, GAPS, area.width) ?? -(sized(part.offsetEnd, GAPS, area.width) ?? 0)
  return { ...at, x: at.x + right, y: at.y + down }
}

/** A box with an offset at each side or a size, measured from the edges of its parent. */
function absoluteOf(part: Json, parent: Rectangle): Rectangle {
  const top = sized(part.offsetTop, GAPS, parent.height)
  const bottom = sized(part.offsetBottom, GAPS, parent.height)
  const start = sized(part.offsetStart, GAPS, parent.width)
  const end = sized(part.offsetEnd, GAPS, parent.width)
  const width = sized(part.width, {}, parent.width) ?? parent.width - start! - end!
  const height = sized(part.height, {}, parent.height) ?? parent.height - top! - bottom!
  return {
    x: parent.x + (start ?? parent.width - end! - width),
    y: parent.y + (top ?? parent.height - bottom! - height),
    ...{ width, height },
  }
}

/** Turns a bubble that is read from the right around. */
function mirror(found: Rectangles, width: number) {
  for (const rectangles of found.values())
    for (const one of [rectangles.whole, rectangles.content]) if (one) one.x = width - one.x - one.width
}
