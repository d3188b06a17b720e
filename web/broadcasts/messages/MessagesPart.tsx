import { Button } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { IMAGEMAP_WIDTH } from '@ruam/contract/broadcasts/imagemap.ts'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import {
  IconEye,
  IconLayoutBoard,
  IconLayoutList,
  IconMapPin,
  IconMessage,
  IconMicrophone,
  IconPhoto,
  IconPlus,
  IconSticker,
  IconTemplate,
  IconTicket,
  IconVideo,
} from '@tabler/icons-react'
import { type ReactNode, use, useRef, useState } from 'react'
import { useWords } from '../../data/text.ts'
import { useDragOrder } from '../../ui/use-drag-order.ts'
import { usePhone } from '../../ui/use-phone.ts'
import type { DraftMessage } from '../broadcast.ts'
import { faultWordAt } from '../faults.ts'
import { text } from '../text.ts'
import type { Draft } from '../use-draft.ts'
import type { Sought } from '../use-seek.ts'
import { MessageFields } from './MessageFields.tsx'
import { MessageRow } from './MessageRow.tsx'
import styles from './Messages.module.css'
import { messageText } from './message-text.ts'
import { QuickReplies } from './QuickReplies.tsx'
import { recordingText } from './recording-text.ts'
import { RichEditing } from './rich-editing.ts'
import { moved, useRows } from './use-rows.ts'
import type { WordPreview } from './use-word-preview.ts'

const wholeArea = {
  x: 0,
  y: 0,
  width: IMAGEMAP_WIDTH,
  height: IMAGEMAP_WIDTH,
  label: '',
  type: 'uri',
  value: '',
} as const

const kinds = {
  text: { icon: IconMessage, name: 'typeText', blank: { type: 'text', text: '' } },
  image: { icon: IconPhoto, name: 'typeImage', blank: { type: 'image', name: null, previewName: null } },
  imagemap: {
    icon: IconLayoutBoard,
    name: 'typeRich',
    blank: { type: 'imagemap', name: null, height: null, altText: '', template: 'one', areas: [wholeArea] },
  },
  video: { icon: IconVideo, name: 'typeVideo', blank: { type: 'video', name: null, previewName: null } },
  audio: { icon: IconMicrophone, name: 'typeAudio', blank: { type: 'audio', name: null, duration: null } },
  template: {
    icon: IconLayoutList,
    name: 'typeTemplate',
    blank: { type: 'template', altText: '', title: '', text: '', actions: [{ label: '', type: 'uri', value: '' }] },
  },
  sticker: { icon: IconSticker, name: 'typeSticker', blank: { type: 'sticker', packageId: '', stickerId: '' } },
  location: {
    icon: IconMapPin,
    name: 'typeLocation',
    blank: { type: 'location', title: '', address: '', latitude: null, longitude: null },
  },
  coupon: { icon: IconTicket, name: 'typeCoupon', blank: { type: 'coupon', couponCode: '' } },
  flex: { icon: IconTemplate, name: 'typeFlex', blank: { type: 'flex', altText: '', contents: '' } },
} as const satisfies {
  [T in DraftMessage['type']]: { blank: Extract<DraftMessage, { type: T }>; icon: unknown; name: string }
}

const icon = { size: 16, stroke: 1.6 }

interface MessagesPartProps {
  draft: Pick<Draft, 'channel' | 'messages' | 'quickReplies' | 'stopReply'>
  /** Faults that are shown at their fields. */
  faults: readonly Fault[]
  /** All that keeps the messages from being sent. */
  missing: readonly Fault[]
  sought: Sought | undefined
  /** Values of words among the recipients. */
  preview: WordPreview | undefined
  /** Opens the preview, which a desk always shows. */
  onPreview: () => void
  /** In the place of the quick replies of a broadcast. */
  replies?: ReactNode
  onChange: (parts: Partial<Draft>) => void
}

/** One to five messages as rows, of which one is open, and their quick replies. */
export function MessagesPart(props: MessagesPartProps) {
  const { draft, faults, missing, sought, preview, onPreview, replies, onChange } = props
  const { messages } = draft
  const t = { ...useWords(text), ...useWords(recordingText) }
  const m = useWords(messageText)
  const phone = usePhone()
  const rows = useRows(messages.length, use(RichEditing).left ?? 0)
  const list = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  const [adding, setAdding] = useState(false)
  const [seen, setSeen] = useState(sought)
  if (seen !== sought) {
    setSeen(sought)
    if (sought?.path.startsWith('messages.')) rows.open(Number(sought.path.split('.')[1]))
  }
  const set = (next: DraftMessage[]) => onChange({ messages: next })
  const { dragged, handleOf } = useDragOrder(list, (from, to) => {
    rows.move(from, to)
    set(moved(messages, from, to))
    setSaid(m.moved({ place: to + 1, count: messages.length }))
  })
  const overOf = (place: number) => {
    if (!dragged || dragged.to !== place || dragged.from === place) return undefined
    return dragged.from > place ? 'above' : 'below'
  }
  const insert = (place: number, message: DraftMessage) => {
    rows.insert(place)
    set(messages.toSpliced(place, 0, message))
    setAdding(false)
  }
  const fault = faultWordAt(t, faults, 'messages')
  const left = messageLimits.messages - messages.length
  const offersKinds = !phone || messages.length === 0 || adding
  return (
    <>
      <div ref={list} className={styles.list}>
        {messages.map((message, place) => {
          const { name, icon: Icon } = kinds[message.type]
          return (
            <MessageRow
              key={rows.keys[place]}
              message={message}
              place={place}
              name={t[name]}
              icon={Icon}
              isOpen={rows.openPlace === place}
              faults={missing}
              preview={preview}
              handle={handleOf(place)}
              over={overOf(place)}
              dragged={dragged?.from === place}
              onOpen={(isOpen) => rows.open(isOpen ? place : undefined)}
              onCopy={left > 0 ? () => insert(place + 1, message) : undefined}
              onRemove={() => {
                rows.remove(place)
                set(messages.toSpliced(place, 1))
              }}
            >
              <MessageFields
                message={message}
                place={place}
                channel={draft.channel}
                faults={faults}
                onChange={(changed) => set(messages.with(place, changed))}
              />
            </MessageRow>
          )
        })}
      </div>
      <span className="ruam-heard" aria-live="polite">
        {said}
      </span>
      {messages.length === 0 && <p className={fault ? styles.fault : styles.quiet}>{fault ?? m.none}</p>}
      {phone && messages.length > 0 && (
        <div className={styles.both}>
          {left > 0 && !adding && (
            <Button leftSection={<IconPlus {...icon} />} onClick={() => setAdding(true)}>
              {m.addMessage}
            </Button>
          )}
          <Button leftSection={<IconEye {...icon} />} onClick={onPreview}>
            {m.showPreview}
          </Button>
        </div>
      )}
      {left > 0 && offersKinds && (
        <div className={styles.adders}>
          <span>{t.left({ count: left })}</span>
          {Object.values(kinds).map(({ icon: Icon, name, blank }, index) => (
            <Button
              key={name}
              data-path={index === 0 ? 'messages' : undefined}
              size="sm"
              leftSection={<Icon {...icon} />}
              onClick={() => insert(messages.length, structuredClone(blank) as unknown as DraftMessage)}
            >
              {t[name]}
            </Button>
          ))}
        </div>
      )}
      {messages.length > 0 &&
        (replies ?? <QuickReplies draft={draft} faults={faults} sought={sought} onChange={onChange} />)}
    </>
  )
}
