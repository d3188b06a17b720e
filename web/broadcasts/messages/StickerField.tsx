import { Button } from '@mantine/core'
import { isSticker } from '@ruam/contract/broadcasts/sticker-packages.ts'
import { Suspense, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { lazyPart } from '../../ui/lazy-part.ts'
import type { DraftMessage } from '../broadcast.ts'
import composer from '../Composer.module.css'
import styles from './Sticker.module.css'
import { Sticker } from './Sticker.tsx'
import { stickerText } from './sticker-text.ts'

const StickerPicker = lazyPart(() => import('./StickerPicker.tsx'))

type StickerMessage = Extract<DraftMessage, { type: 'sticker' }>

interface StickerFieldProps {
  message: StickerMessage
  error: string | undefined
  onChange: (message: StickerMessage) => void
}

/** The chosen sticker, and the way to another one. */
export function StickerField({ message, error, onChange }: StickerFieldProps) {
  const t = useWords(stickerText)
  const [choosing, setChoosing] = useState(false)
  const { packageId, stickerId } = message
  return (
    <div className={composer.fields}>
      <div className={styles.field}>
        {stickerId && <Sticker id={stickerId} size={96} />}
        <Button onClick={() => setChoosing(true)}>{stickerId ? t.other : t.choose}</Button>
      </div>
      {stickerId !== '' && !isSticker(stickerId) && <p className={composer.fault}>{t.unknown}</p>}
      {error && <p className={composer.fault}>{t.missing}</p>}
      {choosing && (
        <Suspense>
          <StickerPicker
            chosen={{ packageId, stickerId }}
            onChoose={(chosen) => {
              onChange({ ...message, ...chosen })
              setChoosing(false)
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
