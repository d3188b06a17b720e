import { z } from 'zod'
import { Text } from '../platform/common.ts'
import { Imagemap } from './imagemap.ts'
import { MAX_AUDIO_MINUTES, MediaName } from './media.ts'
import { Word } from './personal.ts'
import { hasItsWords, isWorded, wordLimits } from './worded.ts'

// Messages as staff write them. Drafts may be incomplete: `faultsIn` lists what is missing before a broadcast is sent.

/** LINE's limits, counted in UTF-16 units. */
export const messageLimits = {
  messages: 5,
  text: 5000,
  altText: 400,
  title: 40,
  buttonsText: 160,
  /** The text of a button template that has a title. */
  shortButtonsText: 60,
  buttons: 4,
  label: 20,
  data: 300,
  uri: 1000,
  place: 100,
  /** LINE takes 13; the last one is the "stop" reply. */
  quickReplies: 12,
  flexBytes: 50_000,
} as const

const Action = z.strictObject({
  label: Text(100),
  type: z.enum(['uri', 'message', 'postback']),
  /** The address, the text that the friend sends, or the data of the postback. */
  value: Text(2000),
})
export type MessageAction = z.infer<typeof Action>

const text = z.strictObject({
  type: z.literal('text'),
  /** With a mark (U+FFFC) for each of its words. */
  text: Text(messageLimits.text),
  words: z.array(Word).max(wordLimits.words).optional(),
})
/** A picture and its preview. Null until one is uploaded. */
const image = z.strictObject({
  type: z.literal('image'),
  name: MediaName.nullable(),
  preview_name: MediaName.nullable(),
})
/** A video with the picture that is seen before it plays. Null until they are uploaded. */
const video = z.strictObject({
  type: z.literal('video'),
  name: MediaName.nullable(),
  preview_name: MediaName.nullable(),
})
const audio = z.strictObject({
  type: z.literal('audio'),
  name: MediaName.nullable(),
  /** Milliseconds, as its upload answered. */
  duration: z
    .int()
    .min(1)
    .max(MAX_AUDIO_MINUTES * 60_000)
    .nullable(),
})
const sticker = z.strictObject({ type: z.literal('sticker'), package_id: Text(20), sticker_id: Text(20) })
const location = z.strictObject({
  type: z.literal('location'),
  title: Text(200),
  address: Text(200),
  latitude: z.number().min(-90).max(90).nullable(),
  longitude: z.number().min(-180).max(180).nullable(),
})
const coupon = z.strictObject({ type: z.literal('coupon'), coupon_code: Text(100) })
const template = z.strictObject({
  type: z.literal('template'),
  alt_text: Text(messageLimits.altText),
  title: Text(100),
  /** With marks, as above. */
  text: Text(500),
  words: z.array(Word).max(wordLimits.words).optional(),
  actions: z.array(Action).max(messageLimits.buttons),
})
const flex = z.strictObject({
  type: z.literal('flex'),
  alt_text: Text(messageLimits.altText),
  /** LINE's JSON of a bubble or carousel, as text. Its texts hold marks, as above. */
  contents: Text(200_000),
  words: z.array(Word).max(wordLimits.words).optional(),
})

export const Message = z.discriminatedUnion('type', [
  text,
  image,
  Imagemap,
  video,
  audio,
  sticker,
  location,
  coupon,
  template,
  flex,
])
export type Message = z.infer<typeof Message>
/** A message whose text may hold words of each customer. */
export type WordedMessage = Extract<Message, { type: 'text' | 'template' }>

/** As they are sent: each mark has its word. Texts that are stored may be older than words. */
export const Messages = z
  .array(Message)
  .max(messageLimits.messages)
  .superRefine((messages, { addIssue }) => {
    for (const [place, message] of messages.entries()) {
      const isFlex = message.type === 'flex'
      const marked = isFlex ? { text: message.contents, words: message.words } : message
      if ((isFlex || isWorded(message)) && !hasItsWords(marked as WordedMessage))
        addIssue({
          code: 'custom',
          path: [place, isFlex ? 'contents' : 'text'],
          message: 'has not as many marks as words',
        })
    }
  })
export const QuickReplies = z.array(Action).max(messageLimits.quickReplies)
