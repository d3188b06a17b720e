import { fillFlexWords } from '@ruam/contract/broadcasts/flex-words.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { IconMapPin } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useWords } from '../../data/text.ts'
import { type DraftMessage, mediaAddress } from '../broadcast.ts'
import { FlexPreview } from '../flex/FlexPreview.tsx'
import { bubblesOf } from '../flex/parts.ts'
import { CouponTile } from '../messages/CouponTile.tsx'
import { Player } from '../messages/Player.tsx'
import { recordingText } from '../messages/recording-text.ts'
import { Sticker } from '../messages/Sticker.tsx'
import { useWordFields } from '../messages/use-word-fields.ts'
import styles from '../Preview.module.css'
import { RichBubble } from '../rich/RichBubble.tsx'
import { text } from '../text.ts'
import type { Draft } from '../use-draft.ts'

interface BubbleProps {
  message: DraftMessage
  channel: Draft['channel']
  /** Values of the customer who sees it, by field; without them words are shown by name. */
  values: ReadonlyMap<number, string | null> | undefined
}

/** A message as LINE shows it. */
export function Bubble({ message, channel, values }: BubbleProps) {
  const t = useWords(text)
  const r = useWords(recordingText)
  switch (message.type) {
    case 'text':
      return <p className={styles.bubble}>{message.text ? <TextWithWords message={message} values={values} /> : '…'}</p>
    case 'image':
      return message.name ? (
        <img className={styles.picture} src={mediaAddress(message.name)} alt={t.typeImage} />
      ) : (
        <p className={styles.sticker}>{t.typeImage}</p>
      )
    case 'imagemap':
      return <RichBubble message={message} />
    case 'video':
      return message.name ? (
        <Player message={message} label={r.typeVideo} />
      ) : (
        <p className={styles.sticker}>{r.typeVideo}</p>
      )
    case 'audio':
      return message.name ? (
        <Player message={message} label={r.typeAudio} />
      ) : (
        <p className={styles.sticker}>{r.typeAudio}</p>
      )
    case 'sticker':
      return message.stickerId ? (
        <Sticker id={message.stickerId} size={140} />
      ) : (
        <p className={styles.sticker}>{t.typeSticker}</p>
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
      return <CouponTile channel={channel} couponId={message.couponCode} />
    case 'template':
      return (
        <div className={styles.template}>
          {message.title && <strong>{message.title}</strong>}
          <p>{message.text ? <TextWithWords message={message} values={values} /> : '…'}</p>
          {message.actions.map(({ label }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: buttons have no other key than their place
            <span key={place}>{label || '…'}</span>
          ))}
        </div>
      )
    case 'flex':
      return <FlexWithWords message={message} values={values} />
  }
}

interface FlexWithWordsProps {
  message: Extract<DraftMessage, { type: 'flex' }>
  values: BubbleProps['values']
}

function FlexWithWords({ message: { contents, altText, words = [] }, values }: FlexWithWordsProps) {
  const t = useWords(text)
  const said = useSaid(values, words.length > 0)
  const bubbles = bubblesOf(fillFlexWords(contents, words.map(said)))
  if (bubbles) return <FlexPreview bubbles={bubbles} />
  return (
    <div className={styles.tile}>
      <strong>{altText || 'Flex'}</strong>
      <span>{t.flexUnread}</span>
    </div>
  )
}

/** Returns what a word says: its value for the customer who sees it, or the name of its field. */
function useSaid(values: BubbleProps['values'], enabled: boolean) {
  const t = useWords(text)
  const fields = useWordFields({ enabled })
  return ({ fieldId, fallback }: { fieldId: number; fallback: string }) =>
    values ? (values.get(fieldId) ?? fallback) : (fields.find(({ id }) => id === fieldId)?.name ?? t.wordGone)
}

interface TextWithWordsProps {
  message: Extract<DraftMessage, { type: 'text' | 'template' }>
  values: BubbleProps['values']
}

function TextWithWords({ message: { text: words, words: places = [] }, values }: TextWithWordsProps) {
  const said = useSaid(values, places.length > 0)
  return words.split(WORD_MARK).map((part, index) => {
    const word = places[index - 1]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other key than their place
      <Fragment key={index}>
        {word && (
          <mark className={styles.word} data-fallback={values !== undefined && values.get(word.fieldId) == null}>
            {said(word)}
          </mark>
        )}
        {part}
      </Fragment>
    )
  })
}
