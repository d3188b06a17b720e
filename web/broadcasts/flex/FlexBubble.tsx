import type { CSSProperties } from 'react'
import { draw } from './draw.tsx'
import { colour, isPart, type Part } from './parts.ts'
import { blockPadding, bubbleCorner, bubbleWidths, sizeOf } from './sizes.ts'

const BLOCKS = ['header', 'hero', 'body', 'footer'] as const

const paper: CSSProperties = {
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  flex: 'none',
  overflow: 'hidden',
  fontSize: 16,
  color: '#111111',
  backgroundColor: '#ffffff',
}

/** Components that are drawn of one bubble. */
const MAX_PARTS = 400

interface FlexBubbleProps {
  bubble: Part
  /** Path of the bubble in the JSON, with a dot at its end, or nothing. */
  at: string
}

/** One bubble with its blocks. In a carousel its body grows to the height of the tallest one. */
export function FlexBubble({ bubble, at }: FlexBubbleProps) {
  const left = { parts: MAX_PARTS }
  const size = sizeOf(bubble)
  const blocks = BLOCKS.filter((name) => isPart(bubble[name]))
  const looks: Part = isPart(bubble.styles) ? bubble.styles : {}
  return (
    <div
      data-at={at.slice(0, -1)}
      dir={bubble.direction === 'rtl' ? 'rtl' : 'ltr'}
      style={{
        ...paper,
        width: bubbleWidths[size],
        borderRadius: bubbleCorner(size),
        alignSelf: isPart(bubble.body) ? 'stretch' : 'flex-start',
      }}
    >
      {blocks.map((name, index) => {
        const look = isPart(looks[name]) ? looks[name] : {}
        return (
          <div key={name} style={blockStyle(name, look, index > 0)}>
            {draw(
              bubble[name] as Part,
              { layout: 'vertical', spacing: undefined, index: 0, isLast: true, at: `${at}${name}` },
              left,
              0,
              blockPadding(name, size, blocks.includes('footer')),
            )}
          </div>
        )
      })}
    </div>
  )
}

const blockStyle = (name: string, look: Part, mayHaveLine: boolean): CSSProperties => ({
  boxSizing: 'border-box',
  display: 'grid',
  flex: name === 'body' ? '1 0 auto' : 'none',
  backgroundColor: colour(look.backgroundColor),
  borderTop:
    mayHaveLine && look.separator === true ? `1px solid ${colour(look.separatorColor) ?? '#d4d6da'}` : undefined,
})
