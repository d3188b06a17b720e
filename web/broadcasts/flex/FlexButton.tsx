import type { CSSProperties } from 'react'
import { colour, isPart, meaning, type Part, textOf } from './parts.ts'
import { buttonHeights } from './sizes.ts'

const shape: CSSProperties = {
  boxSizing: 'border-box',
  display: 'flex',
  flex: 'none',
  alignItems: 'center',
  justifyContent: 'center',
  padding: '0 16px',
  borderRadius: 8,
}
/** LINE's own colours, until a button sets one. */
const looks: Record<string, CSSProperties> = {
  primary: { color: '#ffffff', backgroundColor: '#17c950' },
  secondary: { color: '#111111', backgroundColor: '#dcdfe5' },
  link: { color: '#42659a' },
}

/** A button with the label of its action. */
export function FlexButton({ part }: { part: Part }) {
  const kind = Object.hasOwn(looks, textOf(part.style)) ? textOf(part.style) : 'link'
  const shade = colour(part.color)
  return (
    <div
      style={{
        ...shape,
        height: meaning(buttonHeights, part.height) ?? buttonHeights.md,
        ...looks[kind],
        ...(shade && (kind === 'link' ? { color: shade } : { backgroundColor: shade })),
      }}
    >
      <span
        style={{ maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', fontSize: 16 }}
      >
        {(isPart(part.action) && textOf(part.action.label)) || '…'}
      </span>
    </div>
  )
}
