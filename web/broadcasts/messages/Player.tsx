import { type DraftMessage, mediaAddress } from '../broadcast.ts'
import styles from '../Preview.module.css'

interface PlayerProps {
  message: Extract<DraftMessage, { type: 'video' | 'audio' }>
  label: string
}

/** Plays the video or sound of a message. Only its first bytes are loaded before it plays. */
export function Player({ message, label }: PlayerProps) {
  if (!message.name) return null
  const src = mediaAddress(message.name)
  // biome-ignore-start lint/a11y/useMediaCaption: messages of LINE have no captions
  if (message.type === 'audio')
    return <audio className={styles.audio} controls preload="metadata" src={src} aria-label={label} />
  return (
    <video
      className={styles.video}
      controls
      playsInline
      preload={message.previewName ? 'none' : 'metadata'}
      src={src}
      aria-label={label}
      {...(message.previewName && { poster: mediaAddress(message.previewName) })}
    />
  )
  // biome-ignore-end lint/a11y/useMediaCaption: messages of LINE have no captions
}
