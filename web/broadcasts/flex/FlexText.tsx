import type { CSSProperties } from 'react'
import { colour, meaning, type Part, partsOf, textOf } from './parts.ts'
import { fonts, LINE_HEIGHT, pixels } from './sizes.ts'

const alignments: Record<string, CSSProperties['textAlign']> = { start: 'start', center: 'center', end: 'end' }
const decorations: Record<string, string> = { underline: 'underline', 'line-through': 'line-through' }

const lookOf = (part: Part): CSSProperties => ({
  color: colour(part.color),
  fontSize: pixels(part.size, fonts),
  fontWeight: part.weight === 'bold' ? 700 : part.weight === 'regular' ? 400 : undefined,
  fontStyle: part.style === 'italic' ? 'italic' : undefined,
  textDecoration: meaning(decorations, part.decoration),
})

/** A text, or its spans. */
export function FlexText({ part }: { part: Part }) {
  const spans = partsOf(part.contents)
  return (
    <p style={{ margin: 0, ...lookOf(part), ...flowOf(part), textAlign: meaning(alignments, part.align) }}>
      {spans.length === 0
        ? textOf(part.text)
        : spans.map((span, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: spans have no other key than their place
            <span key={index} style={lookOf(span)}>
              {textOf(span.text)}
            </span>
          ))}
    </p>
  )
}

const clamped: CSSProperties = { display: '-webkit-box', WebkitBoxOrient: 'vertical' }

/** One line, or as many as are allowed. Space between lines is added neither above the first nor below the last one. */
function flowOf({ wrap, maxLines, lineSpacing }: Part): CSSProperties {
  const flow: CSSProperties = { minHeight: `${LINE_HEIGHT}em`, lineHeight: LINE_HEIGHT, overflow: 'hidden' }
  if (wrap !== true) return { ...flow, whiteSpace: 'nowrap', textOverflow: 'ellipsis' }
  const space = pixels(lineSpacing, {}) ?? 0
  const most = typeof maxLines === 'number' && maxLines > 0 ? maxLines : undefined
  return {
    ...flow,
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
    ...(space > 0 && { lineHeight: `calc(${LINE_HEIGHT}em + ${space}px)`, marginBlock: -space / 2 }),
    ...(most && { ...clamped, WebkitLineClamp: most }),
  }
}
