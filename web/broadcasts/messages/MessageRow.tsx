import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import { WORD_MARK } from '@ruam/contract/broadcasts/worded.ts'
import { IconAlertTriangle, IconCopy, IconGripVertical, IconPencil, IconTrash } from '@tabler/icons-react'
import type { ComponentType, HTMLAttributes, ReactNode } from 'react'
import { useWords } from '../../data/text.ts'
import { type DraftMessage, mediaAddress } from '../broadcast.ts'
import { richText } from '../rich-text.ts'
import { text } from '../text.ts'
import styles from './Messages.module.css'
import { messageText } from './message-text.ts'
import { richAddress } from './rich-message.ts'
import { stickerAddress } from './sticker-address.ts'
import { useWordFields } from './use-word-fields.ts'
import { longestLength, type WordPreview } from './use-word-preview.ts'

const icon = { size: 16, stroke: 1.6 }

interface MessageRowProps {
  message: DraftMessage
  /** Place among the messages, from 0. */
  place: number
  /** Name of its kind. */
  name: string
  icon: ComponentType<{ size: number; stroke: number }>
  isOpen: boolean
  faults: readonly Fault[]
  /** Values of words among the recipients. */
  preview: WordPreview | undefined
  /** Attributes of the handle that moves it. */
  handle: HTMLAttributes<HTMLButtonElement>
  /** The place at which the dragged row would land. */
  over: 'above' | 'below' | undefined
  dragged: boolean
  onOpen: (isOpen: boolean) => void
  /** Missing if there is no room for another one. */
  onCopy: (() => void) | undefined
  onRemove: () => void
  /** Its fields. */
  children: ReactNode
}

/** One message of a draft: its head, which opens its fields. */
export function MessageRow(props: MessageRowProps) {
  const { message, place, name, icon: Icon, isOpen, faults, preview, handle, over, dragged, onOpen, onCopy } = props
  const t = useWords(text)
  const m = useWords(messageText)
  const at = { place: place + 1 }
  const isIncomplete = faults.some(({ path }) => path.startsWith(`messages.${place}.`))
  const picture = pictureOf(message)
  return (
    <section
      className={styles.message}
      aria-label={`${place + 1} ${name}`}
      data-message={place}
      data-open={isOpen || undefined}
      data-over={over}
      data-dragged={dragged || undefined}
    >
      <header>
        <button type="button" className={styles.handle} aria-label={m.move(at)} {...handle}>
          <IconGripVertical {...icon} />
        </button>
        <button type="button" className={styles.title} aria-expanded={isOpen} onClick={() => onOpen(!isOpen)}>
          {picture ? <img src={picture} alt="" /> : <Icon {...icon} />}
          <strong>
            {place + 1} · {name}
          </strong>
          {!isOpen && <Summary message={message} />}
        </button>
        {message.type === 'text' && isOpen && (
          <span className={styles.count}>
            {t.of({ used: longestLength(message, preview), most: messageLimits.text })}
          </span>
        )}
        {isIncomplete && !isOpen && (
          <span className={styles.incomplete} title={m.incomplete(at)}>
            <IconAlertTriangle {...icon} aria-hidden />
            <span className="ruam-heard">{m.incomplete(at)}</span>
          </span>
        )}
        <span className={styles.tools}>
          {!isOpen && (
            <button type="button" aria-label={m.open(at)} onClick={() => onOpen(true)}>
              <IconPencil {...icon} />
            </button>
          )}
          {onCopy && (
            <button type="button" aria-label={t.copy(at)} onClick={onCopy}>
              <IconCopy {...icon} />
            </button>
          )}
          <button type="button" aria-label={t.remove(at)} onClick={props.onRemove}>
            <IconTrash {...icon} />
          </button>
        </span>
      </header>
      {isOpen && <div className={styles.body}>{props.children}</div>}
    </section>
  )
}

/** Returns the address of a message's picture, or undefined if it has none. */
function pictureOf(message: DraftMessage): string | undefined {
  if (message.type === 'imagemap') return message.name === null ? undefined : richAddress(message.name, 240)
  if (message.type === 'sticker') return message.stickerId === '' ? undefined : stickerAddress(message.stickerId)
  const name =
    message.type === 'image'
      ? (message.previewName ?? message.name)
      : message.type === 'video'
        ? message.previewName
        : null
  return name === null ? undefined : mediaAddress(name)
}

/** Tells closed messages of one kind apart: the title or the first words, and the number of buttons. */
function Summary({ message }: { message: DraftMessage }) {
  const t = useWords(text)
  const m = useWords(messageText)
  const r = useWords(richText)
  const words = 'words' in message ? (message.words ?? []) : []
  const fields = useWordFields({ enabled: words.length > 0 })
  const nameOf = (place: number) => fields.find(({ id }) => id === words[place]?.fieldId)?.name ?? t.wordGone
  const texts = [
    'title' in message && message.title,
    'text' in message && message.text,
    'altText' in message && message.altText,
  ]
  let place = 0
  const said = (texts.find((one) => typeof one === 'string' && one.trim() !== '') || '').replaceAll(
    WORD_MARK,
    () => `[${nameOf(place++)}]`,
  )
  const buttons =
    'actions' in message
      ? m.buttons({ count: message.actions.length })
      : message.type === 'imagemap'
        ? r.areas({ count: message.areas.filter(({ type }) => type !== 'none').length })
        : ''
  return <span className={styles.summary}>{[said, buttons].filter(Boolean).join(' · ')}</span>
}
