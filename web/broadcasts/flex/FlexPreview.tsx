import { useElementSize } from '@mantine/hooks'
import { FlexBubble } from './FlexBubble.tsx'
import styles from './FlexPreview.module.css'
import { type Part, partsOf, textOf } from './parts.ts'
import { BUBBLE_GAP, bubbleWidths, sizeOf } from './sizes.ts'

const MAX_BUBBLES = 12
/** Texts that are read out. */
const MAX_WORDS = 400
/** On a phone, a bubble of a carousel is at most as wide as this share, so that the next one is seen. */
const OF_CAROUSEL = 0.9

/** Draws bubbles as LINE lays them out, scaled down to the room there is. */
export function FlexPreview({ bubbles }: { bubbles: readonly Part[] }) {
  const { ref, width } = useElementSize()
  const shown = bubbles.slice(0, MAX_BUBBLES)
  const widest = Math.max(...shown.map((bubble) => bubbleWidths[sizeOf(bubble)]!))
  const room = shown.length > 1 ? width * OF_CAROUSEL : width
  const zoom = width > 0 ? Math.min(1, room / widest) : 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.bubbles} tabIndex={0} aria-label="Flex" ref={ref}>
      <div role="img" aria-label={wordsOf(shown).join(' ')}>
        <div className={styles.drawn} aria-hidden style={{ zoom, gap: BUBBLE_GAP }}>
          {shown.map((bubble, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bubbles have no other key than their place
            <FlexBubble key={place} bubble={bubble} at={shown.length > 1 ? `contents[${place}].` : ''} />
          ))}
        </div>
      </div>
    </section>
  )
}

/** Returns the texts of bubbles in their order, for readers of screens: the drawing has LINE's colours, whose contrast is poor. */
function wordsOf(parts: readonly Part[]): string[] {
  const words: string[] = []
  // A list instead of recursion: 50 kB of brackets are deeper than the stack.
  const waiting: Part[] = [...parts].reverse()
  for (let part = waiting.pop(); part && words.length < MAX_WORDS; part = waiting.pop()) {
    const action = partsOf([part.action])[0]
    words.push(...[textOf(part.text), part.type === 'button' ? textOf(action?.label) : ''].filter(Boolean))
    const inner = [...partsOf([part.header, part.hero, part.body, part.footer]), ...partsOf(part.contents)]
    waiting.push(...inner.reverse())
  }
  return words
}
