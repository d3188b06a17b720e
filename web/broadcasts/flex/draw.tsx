import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { FlexButton } from './FlexButton.tsx'
import { FlexIcon, FlexPicture } from './FlexPicture.tsx'
import styles from './FlexPreview.module.css'
import { FlexText } from './FlexText.tsx'
import { colour, isPart, meaning, type Part, partsOf, textOf } from './parts.ts'
import { placeOf, type Setting } from './place.ts'
import { borders, gaps, length, pixels } from './sizes.ts'

/** Levels that are drawn: as many as a message may have. */
const MAX_DEPTH = 24

const arrangements: Record<string, string> = {
  ...{ 'flex-start': 'flex-start', center: 'center', 'flex-end': 'flex-end' },
  ...{ 'space-between': 'space-between', 'space-around': 'space-around', 'space-evenly': 'space-evenly' },
}

/** Counts down while a bubble is drawn. One of 30 kB may hold a thousand components. */
interface Left {
  parts: number
}

/** Draws a component at once rather than as a component of React, so that one count holds for the whole bubble. */
export function draw(part: Part, setting: Setting, left: Left, depth = 0, own: CSSProperties = {}): ReactNode {
  if (left.parts-- <= 0 || depth > MAX_DEPTH) return null
  const place = placeOf(part, setting)
  if (part.type === 'box') return drawBox(part, { ...own, ...place }, setting, left, depth)
  const content = contentOf(part, setting)
  if (content === undefined) return null
  return (
    <div data-at={setting.at} style={part.type === 'separator' ? { ...place, ...noRoom } : place}>
      {content}
    </div>
  )
}

/** Returns null for a component without content, and undefined for an unknown one, which is left out. */
function contentOf(part: Part, { layout, isLast }: Setting): ReactNode {
  switch (part.type) {
    case 'text':
      return <FlexText part={part} />
    case 'button':
      return <FlexButton part={part} />
    case 'image':
    case 'video':
      return <FlexPicture part={part} />
    case 'icon':
      return <FlexIcon part={part} />
    case 'separator':
      return (
        <span
          className={styles.line}
          data-across={layout !== 'vertical'}
          data-last={isLast}
          style={{ backgroundColor: colour(part.color) }}
        />
      )
    case 'filler':
      return null
    default:
      return undefined
  }
}

/** A separator takes no room: its line is drawn over the edge between its neighbours. */
const noRoom: CSSProperties = { alignSelf: 'stretch', overflow: 'visible' }

function drawBox(part: Part, place: CSSProperties, { at }: Setting, left: Left, depth: number) {
  const layout = textOf(part.layout) || 'vertical'
  const isRow = layout !== 'vertical'
  const contents = partsOf(part.contents)
  return (
    <div
      data-at={at}
      style={{ ...place, ...boxLook(part), ...arrangementOf(part, layout), flexDirection: isRow ? 'row' : 'column' }}
    >
      {contents.map((inner, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key than their place
        <Fragment key={index}>
          {draw(
            inner,
            {
              layout,
              spacing: part.spacing,
              index,
              isLast: index === contents.length - 1,
              at: `${at}.contents[${index}]`,
            },
            left,
            depth + 1,
          )}
        </Fragment>
      ))}
    </div>
  )
}

const arrangementOf = ({ alignItems, justifyContent }: Part, layout: string): CSSProperties => ({
  alignItems: meaning(arrangements, alignItems) ?? (layout === 'baseline' ? 'baseline' : undefined),
  justifyContent: meaning(arrangements, justifyContent),
})

function boxLook(part: Part): CSSProperties {
  const all = length(part.paddingAll, gaps)
  const line = colour(part.borderColor)
  return definedOf({
    paddingTop: length(part.paddingTop, gaps) ?? all,
    paddingBottom: length(part.paddingBottom, gaps) ?? all,
    paddingInlineStart: length(part.paddingStart, gaps) ?? all,
    paddingInlineEnd: length(part.paddingEnd, gaps) ?? all,
    width: length(part.width),
    maxWidth: length(part.maxWidth),
    height: length(part.height),
    maxHeight: length(part.maxHeight),
    borderRadius: pixels(part.cornerRadius, gaps),
    border:
      line || part.borderWidth
        ? `${pixels(part.borderWidth, borders) ?? 0}px solid ${line ?? 'transparent'}`
        : undefined,
    backgroundColor: colour(part.backgroundColor),
    backgroundImage: gradientOf(part.background),
  })
}

/** Leaves out what is not set, so that it takes nothing from the padding of a block. */
const definedOf = (style: CSSProperties): CSSProperties =>
  Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined))

function gradientOf(background: unknown): string | undefined {
  if (!isPart(background) || background.type !== 'linearGradient') return undefined
  const angle = /^\d{1,3}(?:\.\d{1,4})?deg$/.exec(textOf(background.angle))?.[0]
  const [start, centre, end] = [background.startColor, background.centerColor, background.endColor].map(colour)
  if (!angle || !start || !end) return undefined
  const position = /^\d{1,3}(?:\.\d{1,4})?%$/.exec(textOf(background.centerPosition))?.[0] ?? '50%'
  return `linear-gradient(${[angle, start, ...(centre ? [`${centre} ${position}`] : []), end].join(', ')})`
}
