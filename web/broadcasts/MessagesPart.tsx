import { Button, Switch } from '@mantine/core'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { IMAGEMAP_WIDTH } from '@ruam/contract/broadcasts/imagemap.ts'
import { messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import {
  IconArrowUp,
  IconCode,
  IconCopy,
  IconLayoutBoard,
  IconLayoutList,
  IconMapPin,
  IconMessage,
  IconPhoto,
  IconSticker,
  IconTicket,
  IconTrash,
} from '@tabler/icons-react'
import { useWords } from '../data/text.ts'
import type { DraftMessage } from './broadcast.ts'
import styles from './Composer.module.css'
import { faultWordAt } from './faults.ts'
import { Actions, MessageFields } from './MessageFields.tsx'
import { text } from './text.ts'
import type { Draft } from './use-draft.ts'
import { longestLength, type WordPreview } from './use-word-preview.ts'

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
  template: {
    icon: IconLayoutList,
    name: 'typeTemplate',
    blank: { type: 'template', altText: '', title: '', text: '', actions: [{ label: '', type: 'uri', value: '' }] },
  },
  sticker: { icon: IconSticker, name: 'typeSticker', blank: { type: 'sticker', packageId: '446', stickerId: '1988' } },
  location: {
    icon: IconMapPin,
    name: 'typeLocation',
    blank: { type: 'location', title: '', address: '', latitude: null, longitude: null },
  },
  coupon: { icon: IconTicket, name: 'typeCoupon', blank: { type: 'coupon', couponCode: '' } },
  flex: { icon: IconCode, name: 'typeFlex', blank: { type: 'flex', altText: '', contents: '' } },
} as const satisfies {
  [T in DraftMessage['type']]: { blank: Extract<DraftMessage, { type: T }>; icon: unknown; name: string }
}

const icon = { size: 16, stroke: 1.6 }

interface MessagesPartProps {
  draft: Draft
  faults: readonly Fault[]
  /** Values of words among the recipients. */
  preview: WordPreview | undefined
  onChange: (parts: Partial<Draft>) => void
}

/** One to five messages, their quick replies, and the "stop" reply. */
export function MessagesPart({ draft, faults, preview, onChange }: MessagesPartProps) {
  const { messages, quickReplies, stopReply } = draft
  const t = useWords(text)
  const set = (next: DraftMessage[]) => onChange({ messages: next })
  const fault = faultWordAt(t, faults, 'messages')
  const left = messageLimits.messages - messages.length
  return (
    <>
      {messages.map((message, place) => {
        const { name, icon: Icon } = kinds[message.type]
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other key than their place
          <section key={`${place}${message.type}`} className={styles.message} aria-label={`${place + 1} ${t[name]}`}>
            <header>
              <Icon {...icon} />
              <strong>
                {place + 1} · {t[name]}
              </strong>
              {message.type === 'text' && (
                <span className={styles.count}>
                  {t.of({ used: longestLength(message, preview), most: messageLimits.text })}
                </span>
              )}
              <span className={styles.tools}>
                {place > 0 && (
                  <button
                    type="button"
                    aria-label={t.up({ place: place + 1 })}
                    onClick={() => set(messages.with(place, messages[place - 1]!).with(place - 1, message))}
                  >
                    <IconArrowUp {...icon} />
                  </button>
                )}
                {left > 0 && (
                  <button
                    type="button"
                    aria-label={t.copy({ place: place + 1 })}
                    onClick={() => set(messages.toSpliced(place, 0, message))}
                  >
                    <IconCopy {...icon} />
                  </button>
                )}
                <button
                  type="button"
                  aria-label={t.remove({ place: place + 1 })}
                  onClick={() => set(messages.toSpliced(place, 1))}
                >
                  <IconTrash {...icon} />
                </button>
              </span>
            </header>
            <div className={styles.body}>
              <MessageFields
                message={message}
                place={place}
                faults={faults}
                onChange={(changed) => set(messages.with(place, changed))}
              />
            </div>
          </section>
        )
      })}
      {messages.length === 0 && <p className={fault ? styles.fault : styles.quiet}>{fault ?? t.nothingYet}</p>}
      {left > 0 && (
        <div className={styles.adders}>
          <span>{t.add}</span>
          {Object.values(kinds).map(({ icon: Icon, name, blank }) => (
            <Button
              key={name}
              size="sm"
              leftSection={<Icon {...icon} />}
              onClick={() => set([...messages, structuredClone(blank) as unknown as DraftMessage])}
            >
              {t[name]}
            </Button>
          ))}
        </div>
      )}
      {messages.length > 0 && (
        <>
          <h3 className={styles.sub}>{t.quickReplies}</h3>
          <Actions
            actions={quickReplies}
            most={messageLimits.quickReplies}
            path="quick_replies"
            faults={faults}
            add={t.addReply}
            onChange={(actions) => onChange({ quickReplies: actions })}
          />
          <Switch
            size="sm"
            label={t.stopReply}
            checked={stopReply}
            onChange={(event) => onChange({ stopReply: event.currentTarget.checked })}
          />
        </>
      )}
    </>
  )
}
