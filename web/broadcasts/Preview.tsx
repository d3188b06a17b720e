import { Button } from '@mantine/core'
import { IconMapPin, IconMoon, IconSun, IconTicket } from '@tabler/icons-react'
import { useState } from 'react'
import { useWords } from '../data/text.ts'
import { type DraftMessage, mediaAddress } from './broadcast.ts'
import { bubblesOf, FlexPreview } from './FlexPreview.tsx'
import styles from './Preview.module.css'
import { text } from './text.ts'
import type { Draft } from './use-draft.ts'

/** The messages as LINE shows them, in its light or dark theme. */
export function Preview({ draft: { channel, messages, quickReplies, stopReply } }: { draft: Draft }) {
  const t = useWords(text)
  const [dark, setDark] = useState(false)
  const name = channel?.name ?? 'LINE'
  const replies = [...quickReplies.map(({ label }) => label), ...(stopReply ? [t.stop] : [])].filter(Boolean)
  return (
    <section className={styles.side} aria-labelledby="broadcast-preview">
      <header>
        <h2 id="broadcast-preview">{t.seen}</h2>
        <Button variant="subtle" size="sm" aria-label={dark ? t.light : t.dark} onClick={() => setDark(!dark)}>
          {dark ? <IconSun size={16} stroke={1.6} /> : <IconMoon size={16} stroke={1.6} />}
        </Button>
      </header>
      <div className={styles.phone} data-theme={dark ? 'dark' : 'light'}>
        <p className={styles.top}>{name}</p>
        {messages.length === 0 && <p className={styles.none}>{t.nothingYet}</p>}
        {messages.map((message, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other key than their place
          <div key={place} className={styles.row}>
            <span className={styles.face} aria-hidden>
              {name.slice(0, 2)}
            </span>
            <div>
              <span className={styles.from}>{name}</span>
              <Bubble message={message} />
            </div>
          </div>
        ))}
        {messages.length > 0 && replies.length > 0 && (
          <ul className={styles.replies}>
            {replies.map((label, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: replies have no other key than their place
              <li key={place}>{label}</li>
            ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function Bubble({ message }: { message: DraftMessage }) {
  const t = useWords(text)
  switch (message.type) {
    case 'text':
      return <p className={styles.bubble}>{message.text || '…'}</p>
    case 'image':
      return message.name ? (
        <img className={styles.picture} src={mediaAddress(message.name)} alt={t.typeImage} />
      ) : (
        <p className={styles.sticker}>{t.typeImage}</p>
      )
    case 'sticker':
      return (
        <p className={styles.sticker}>
          {t.typeSticker} {message.packageId}/{message.stickerId}
        </p>
      )
    case 'location':
      return (
        <div className={styles.tile}>
          <IconMapPin size={24} stroke={1.6} />
          <strong>{message.title || '…'}</strong>
          <span>{message.address}</span>
        </div>
      )
    case 'coupon':
      return (
        <div className={styles.tile}>
          <IconTicket size={24} stroke={1.6} />
          <strong>{t.typeCoupon}</strong>
          <span>{message.couponCode}</span>
        </div>
      )
    case 'template':
      return (
        <div className={styles.template}>
          {message.title && <strong>{message.title}</strong>}
          <p>{message.text || '…'}</p>
          {message.actions.map(({ label }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other key than their place
            <span key={place}>{label || '…'}</span>
          ))}
        </div>
      )
    case 'flex': {
      const bubbles = bubblesOf(message.contents)
      if (bubbles) return <FlexPreview bubbles={bubbles} />
      return (
        <div className={styles.tile}>
          <strong>{message.altText || 'Flex'}</strong>
          <span>{t.flexUnread}</span>
        </div>
      )
    }
  }
}
