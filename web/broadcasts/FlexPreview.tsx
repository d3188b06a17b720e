import { IconPhoto } from '@tabler/icons-react'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import styles from './FlexPreview.module.css'

// A part of a flex message is drawn by what it has, and an unknown one is left out: LINE alone decides what it accepts.

type Part = Readonly<Record<string, unknown>>

/** Parts and levels that are drawn. A message of 50 kB may hold thousands. */
const MAX_PARTS = 400
const MAX_DEPTH = 12

const sizes: Record<string, number> = {
  ...{ none: 0, xxs: 11, xs: 13, sm: 14, md: 16, lg: 18, xl: 22, xxl: 26, '3xl': 32, '4xl': 40, '5xl': 48 },
}
const gaps: Record<string, number> = { none: 0, xs: 2, sm: 4, md: 8, lg: 12, xl: 16, xxl: 20 }
/** Widths of pictures in pixels; a bubble is 240 wide here. */
const widths: Record<string, number> = {
  ...{ xxs: 32, xs: 48, sm: 64, md: 80, lg: 96, xl: 112, xxl: 128, '3xl': 144, '4xl': 160, '5xl': 176 },
}
const bubbleWidths: Record<string, number> = { nano: 120, micro: 160, deca: 190, hecto: 210, kilo: 225 }
const alignments: Record<string, CSSProperties['textAlign']> = { start: 'left', center: 'center', end: 'right' }
const places: Record<string, string> = {
  ...{ 'flex-start': 'flex-start', start: 'flex-start', center: 'center', 'flex-end': 'flex-end', end: 'flex-end' },
  ...{ 'space-between': 'space-between', 'space-around': 'space-around', 'space-evenly': 'space-evenly' },
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null && !Array.isArray(value)
const partsOf = (value: unknown): Part[] => (Array.isArray(value) ? value.filter(isPart) : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Returns what a keyword of LINE means, or undefined for any other text. */
const meaning = <T,>(keywords: Readonly<Record<string, T>>, word: unknown): T | undefined =>
  Object.hasOwn(keywords, textOf(word)) ? keywords[textOf(word)] : undefined

/** A colour of LINE's form alone: other text could name an address. */
const colour = (value: unknown) => (/^#(?:[\da-f]{6}|[\da-f]{8})$/i.test(textOf(value)) ? textOf(value) : undefined)

/** Pixels of a keyword of LINE or of a text such as 12px; undefined for anything else. */
function length(value: unknown, keywords: Record<string, number>): number | undefined {
  const pixels = /^(\d{1,3})(?:\.\d+)?px$/.exec(textOf(value))?.[1]
  return pixels === undefined ? meaning(keywords, value) : Number(pixels)
}

/** Returns the bubbles of a flex message, or undefined if it cannot be read. */
export function bubblesOf(contents: string): readonly Part[] | undefined {
  try {
    const whole: unknown = JSON.parse(contents)
    if (!isPart(whole)) return undefined
    const bubbles = whole.type === 'carousel' ? partsOf(whole.contents) : whole.type === 'bubble' ? [whole] : []
    return bubbles.length > 0 ? bubbles : undefined
  } catch {
    return undefined
  }
}

/** Draws bubbles as LINE lays them out: boxes, texts, buttons and pictures. */
export function FlexPreview({ bubbles }: { bubbles: readonly Part[] }) {
  const left = { parts: MAX_PARTS }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.bubbles} tabIndex={0} aria-label="Flex">
      {bubbles.slice(0, 12).map((bubble, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bubbles have no other key than their place
        <div key={place} className={styles.bubble} style={{ width: meaning(bubbleWidths, bubble.size) }}>
          {(['header', 'hero', 'body', 'footer'] as const).map((name) => {
            const block = bubble[name]
            if (!isPart(block)) return null
            const look = isPart(bubble.styles) && isPart(bubble.styles[name]) ? bubble.styles[name] : {}
            const padded = name === 'hero' ? styles.hero : name === 'footer' ? styles.footer : styles.block
            return (
              <div key={name} className={padded} style={{ backgroundColor: colour(look.backgroundColor) }}>
                {draw(block, left, 'vertical', 0)}
              </div>
            )
          })}
        </div>
      ))}
    </section>
  )
}

/** How a part stands in its box. */
function placeOf({ margin, flex, position }: Part, layout: string): CSSProperties {
  const gap = length(margin, gaps)
  const share = typeof flex === 'number' && flex >= 0 ? flex : undefined
  return {
    ...(gap !== undefined && (layout === 'vertical' ? { marginTop: gap } : { marginLeft: gap })),
    ...(layout === 'vertical'
      ? share !== undefined && { flexGrow: share }
      : { flex: share === 0 ? '0 0 auto' : `${share ?? 1} 1 0` }),
    ...(position === 'absolute' && { position: 'absolute' }),
  }
}

function draw(part: Part, left: { parts: number }, layout: string, depth: number): ReactNode {
  if (left.parts-- <= 0 || depth > MAX_DEPTH) return null
  const place = placeOf(part, layout)
  switch (part.type) {
    case 'box':
      return drawBox(part, place, left, depth)
    case 'text':
      return <Words part={part} place={place} />
    case 'button':
      return <Action part={part} place={place} />
    case 'image':
    case 'video':
      return <Picture part={part} place={place} />
    case 'icon':
      return <span className={styles.icon} style={{ width: length(part.size, sizes) ?? 16 }} aria-hidden />
    case 'separator':
      return <i className={styles.line} data-across={layout !== 'vertical'} style={place} aria-hidden />
    case 'filler':
    case 'spacer':
      return <i style={{ flexGrow: 1 }} aria-hidden />
    default:
      return null
  }
}

interface PartProps {
  part: Part
  place: CSSProperties
}

/** Draws a box at once rather than as a component, so that one count holds for the whole message. */
function drawBox(part: Part, place: CSSProperties, left: { parts: number }, depth: number) {
  const layout = textOf(part.layout) || 'vertical'
  const padding = length(part.paddingAll, { ...gaps, ...{ md: 12, lg: 16, xl: 20 } })
  const contents = partsOf(part.contents).map((inner, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key than their place
    <Fragment key={index}>{draw(inner, left, layout, depth + 1)}</Fragment>
  ))
  return (
    <div
      className={styles.box}
      style={{
        ...place,
        flexDirection: layout === 'vertical' ? 'column' : 'row',
        alignItems: meaning(places, part.alignItems) ?? (layout === 'baseline' ? 'baseline' : undefined),
        justifyContent: meaning(places, part.justifyContent),
        gap: length(part.spacing, gaps),
        padding,
        borderRadius: length(part.cornerRadius, gaps),
        backgroundColor: colour(part.backgroundColor),
        ...(colour(part.borderColor) && { border: `1px solid ${colour(part.borderColor)}` }),
      }}
    >
      {contents}
    </div>
  )
}

function Words({ part, place }: PartProps) {
  const spans = partsOf(part.contents)
  const style = (one: Part): CSSProperties => ({
    color: colour(one.color),
    fontSize: length(one.size, sizes),
    fontWeight: one.weight === 'bold' ? 700 : undefined,
    fontStyle: one.style === 'italic' ? 'italic' : undefined,
    textDecoration:
      one.decoration === 'underline' ? 'underline' : one.decoration === 'line-through' ? 'line-through' : '',
  })
  return (
    <div
      className={styles.words}
      data-wrap={part.wrap === true}
      style={{ ...place, ...style(part), textAlign: meaning(alignments, part.align) }}
    >
      {spans.length === 0
        ? textOf(part.text)
        : spans.map((span, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other key than their place
            <span key={index} style={style(span)}>
              {textOf(span.text)}
            </span>
          ))}
    </div>
  )
}

function Action({ part, place }: PartProps) {
  const label = isPart(part.action) ? textOf(part.action.label) : ''
  const kind = textOf(part.style) || 'link'
  const shade = colour(part.color)
  return (
    <div
      className={styles.button}
      data-kind={kind}
      style={{ ...place, ...(shade && (kind === 'link' ? { color: shade } : { backgroundColor: shade })) }}
    >
      {label || '…'}
    </div>
  )
}

/** A picture of this server, or a frame with the name of the server that LINE loads it from: pages here load nothing from others. */
function Picture({ part, place }: PartProps) {
  const address = textOf(part.type === 'video' ? part.previewUrl : part.url)
  const [across = 1, down = 1] = (/^(\d{1,6}):(\d{1,6})$/.exec(textOf(part.aspectRatio))?.slice(1) ?? []).map(Number)
  const width = part.size === 'full' || part.type === 'video' ? '100%' : (length(part.size, widths) ?? widths.md)
  const own = /^https:\/\/[^/]+(\/media\/[\w-]{43})$/.exec(address)?.[1]
  return (
    <div className={styles.picture} style={{ ...place, width, aspectRatio: `${across || 1} / ${down || 1}` }}>
      {own ? (
        <img src={own} alt="" style={{ objectFit: part.aspectMode === 'cover' ? 'cover' : 'contain' }} />
      ) : (
        <>
          <IconPhoto size={24} stroke={1.6} />
          <span>{URL.canParse(address) ? new URL(address).hostname : ''}</span>
        </>
      )}
    </div>
  )
}
