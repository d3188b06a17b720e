import { IMAGEMAP_WIDTH } from '@ruam/contract/broadcasts/imagemap.ts'
import { useWords } from '../../data/text.ts'
import { type Rich, richAddress } from '../messages/rich-message.ts'
import { richText } from '../rich-text.ts'
import styles from './RichBubble.module.css'
import { letterOf } from './rich-areas.ts'

interface RichBubbleProps {
  message: Rich
  /** Called with the place of a tapped area; without it nothing is tapped. */
  onTap?: (index: number) => void
}

/** A rich message as LINE shows it. */
export function RichBubble({ message: { name, height, areas }, onTap }: RichBubbleProps) {
  const r = useWords(richText)
  const down = height ?? IMAGEMAP_WIDTH
  const share = (pixels: number, of: number) => `${(pixels / of) * 100}%`
  return (
    <div className={styles.bubble} style={{ aspectRatio: `${IMAGEMAP_WIDTH} / ${down}` }}>
      {name ? <img src={richAddress(name, 460)} alt={r.picture} /> : <span>{r.name}</span>}
      {onTap &&
        areas.map(({ x, y, width, height: high, label }, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: areas have no other key than their place
            key={index}
            type="button"
            aria-label={r.tryOf({ letter: letterOf(index), label })}
            style={{
              left: share(x, IMAGEMAP_WIDTH),
              top: share(y, down),
              width: share(width, IMAGEMAP_WIDTH),
              height: share(high, down),
            }}
            onClick={() => onTap(index)}
          />
        ))}
    </div>
  )
}
