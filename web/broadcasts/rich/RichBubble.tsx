import { IMAGEMAP_WIDTH } from '@ruam/contract/broadcasts/imagemap.ts'
import { useWords } from '../../data/text.ts'
import { TapPicture } from '../../ui/areas/TapPicture.tsx'
import { type Rich, richAddress } from '../messages/rich-message.ts'
import { richText } from '../rich-text.ts'
import styles from './RichBubble.module.css'

interface RichBubbleProps {
  message: Rich
  onTap?: (index: number) => void
}

/** A rich message as LINE shows it. */
export function RichBubble({ message: { name, height, areas }, onTap }: RichBubbleProps) {
  const r = useWords(richText)
  return (
    <div className={styles.bubble}>
      <TapPicture
        src={name ? richAddress(name, 460) : undefined}
        name={name ? r.picture : r.name}
        picture={{ width: IMAGEMAP_WIDTH, height: height ?? IMAGEMAP_WIDTH }}
        areas={areas}
        onTap={onTap}
      />
    </div>
  )
}
