import type { CSSProperties } from 'react'
import { meaning, type Part, textOf } from './parts.ts'
import { gaps, length } from './sizes.ts'

/** The place of a component in its parent. */
export interface Setting {
  layout: string
  /** The parent's space between components. */
  spacing: unknown
  index: number
  isLast: boolean
  /** Path in the JSON, such as body.contents[2]. */
  at: string
}

const gravities: Record<string, CSSProperties['justifyContent']> = {
  top: 'flex-start',
  center: 'center',
  bottom: 'flex-end',
}

/** Styles that each component has. Its content is a column, which `gravity` places. */
const component: CSSProperties = {
  boxSizing: 'border-box',
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  maxWidth: '100%',
  overflow: 'hidden',
}

const free: CSSProperties = { position: 'absolute' }

/** Returns the styles of a component in its parent. */
export function placeOf(part: Part, setting: Setting): CSSProperties {
  const isBaseline = setting.layout === 'baseline'
  return {
    ...component,
    justifyContent: isBaseline ? undefined : meaning(gravities, part.gravity),
    ...(part.position === 'absolute' ? free : { ...marginOf(part, setting), flex: flexOf(part, setting) }),
    top: length(part.offsetTop, gaps),
    bottom: length(part.offsetBottom, gaps),
    insetInlineStart: length(part.offsetStart, gaps),
    insetInlineEnd: length(part.offsetEnd, gaps),
  }
}

/** Space before a component: its own, also before the first one, or its parent's. Fillers ignore their parent's. */
function marginOf({ margin, type }: Part, { layout, spacing, index }: Setting): CSSProperties {
  const space = length(margin, gaps) ?? (index > 0 && type !== 'filler' ? length(spacing, gaps) : undefined)
  return layout === 'vertical' ? { marginTop: space } : { marginInlineStart: space }
}

/** Share of the room along the parent, as LINE describes it: 1 by default in a horizontal box and 0 in a vertical one. */
function flexOf({ type, flex, width, height }: Part, { layout }: Setting): string {
  const isVertical = layout === 'vertical'
  const isFixed = type === 'icon' || type === 'separator' || (type === 'box' && (textOf(width) || textOf(height)))
  const given = typeof flex === 'number' && flex >= 0 ? flex : undefined
  if (isVertical) {
    const share = type === 'separator' ? 0 : (given ?? (type === 'filler' ? 1 : 0))
    return `${share} 0 auto`
  }
  const share = isFixed ? 0 : (given ?? 1)
  return share === 0 ? '0 0 auto' : `${share} 0 0px`
}
