import { IconMoodSmile } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../../data/text.ts'
import styles from './Sticker.module.css'
import { stickerAddress } from './sticker-address.ts'
import { stickerText } from './sticker-text.ts'

interface StickerProps {
  id: string
  /** Pixels of a side. */
  size: number
}

/** The picture of a sticker, which our own server fetches from LINE; a drawn face where LINE does not give it. */
export function Sticker({ id, size }: StickerProps) {
  const t = useWords(stickerText)
  const [missing, setMissing] = useState<string>()
  if (missing === id)
    return (
      <span className={styles.missing} style={{ width: size, height: size }} role="img" aria-label={t.one({ id })}>
        <IconMoodSmile size={size / 2} stroke={1.2} />
      </span>
    )
  return (
    <img
      className={styles.sticker}
      src={stickerAddress(id)}
      width={size}
      height={size}
      loading="lazy"
      alt={t.one({ id })}
      onError={() => setMissing(id)}
    />
  )
}
