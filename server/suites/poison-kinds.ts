// Webhook events as nobody should send them: bad text in every text of LINE's webhook.yml, and events that are none.
import { addFriend, type Channel, type State } from '../../tools/line/state.ts'
import { follow, type LineEvent, postback, textMessage } from '../../tools/line/webhooks.ts'

/** A bad event. `refused`: the database must refuse it, as a planted trigger does for this user. */
interface Poison {
  event: unknown
  refused?: string
}

const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) as unknown

const texts: Readonly<Record<string, string>> = {
  'U+0000': 'a\0b',
  'half an emoji': 'สวัสดี\ud83d',
  'the other half': '\ude00สวัสดี',
  'an emoji at the cut': `${'a'.repeat(199)}😀b`,
  'a family at the cut': `${'ก'.repeat(199)}👨‍👩‍👧b`,
  '10,000 marks': `ก${'่'.repeat(10_000)}`,
  'a changed direction': '\u202egnp.exe\u2066',
  'text that looks like SQL': "'); drop table profile; --",
}

type Make = (state: State, channel: Channel) => Poison

const friendOf = (channel: Channel, displayName?: unknown) =>
  addFriend(channel, displayName === undefined ? {} : { displayName: displayName as string }).userId

const withText = (make: (state: State, userId: string, text: string) => LineEvent): [string, Make][] =>
  Object.entries(texts).map(([name, text]) => [
    name,
    (state, channel) => ({ event: make(state, friendOf(channel), text) }),
  ])

const message = (state: State, userId: string, content: object) => ({
  ...textMessage(state, userId, ''),
  message: { id: '1', quoteToken: 'q', ...content },
})

/** Changes a good event. */
const changed =
  (change: (event: LineEvent) => unknown): Make =>
  (state, channel) => ({ event: change(textMessage(state, friendOf(channel), 'สวัสดี')) })

/** Events of a friend whose profile LINE answers so. */
const named =
  (displayName: unknown): Make =>
  (state, channel) => ({ event: follow(state, friendOf(channel, displayName)) })

/** Kinds of bad events by name. */
export const poisonKinds: Readonly<Record<string, Make>> = Object.fromEntries([
  ...withText(textMessage).map(([name, make]) => [`a message with ${name}`, make]),
  ...withText(postback).map(([name, make]) => [`button data with ${name}`, make]),
  ...Object.entries(texts).map(([name, text]) => [`a display name with ${name}`, named(text)]),
  ...([
    [
      'a file name with U+0000',
      (state, channel) => ({ event: message(state, friendOf(channel), { type: 'file', fileName: 'a\0.pdf' }) }),
    ],
    [
      'a sticker keyword cut in two',
      (state, channel) => ({
        event: message(state, friendOf(channel), { type: 'sticker', keywords: ['\ud83d', '\0'] }),
      }),
    ],
    [
      'an address with half an emoji',
      (state, channel) => ({ event: message(state, friendOf(channel), { type: 'location', address: '1\udc00' }) }),
    ],
    ['a key with U+0000', changed((event) => ({ ...event, 'a\0': { '\ud800': 1 } }))],
    ['a key __proto__', changed((event) => JSON.parse(`{"__proto__":{"x":1},${JSON.stringify(event).slice(1)}`))],
    ['a reply token with U+0000', changed((event) => ({ ...event, replyToken: 'a\0b' }))],
    [
      'a user id with U+0000',
      changed((event) => ({ ...event, source: { type: 'user', userId: `${event.source!.userId}\0` } })),
    ],
    [
      'a user id of 5,000 letters',
      changed((event) => ({ ...event, source: { type: 'user', userId: 'U'.repeat(5000) } })),
    ],
    [
      'an event id with half an emoji',
      changed((event) => ({ ...event, webhookEventId: `${event.webhookEventId}\ud83d` })),
    ],
    ['no event id', changed(({ webhookEventId: _, ...event }) => event)],
    ['a type with U+0000', changed((event) => ({ ...event, type: 'mess\0age' }))],
    ['a type of 1,000 letters', changed((event) => ({ ...event, type: 'x'.repeat(1000) }))],
    ['a time in words', changed((event) => ({ ...event, timestamp: 'now' }))],
    ['a time before 1970', changed((event) => ({ ...event, timestamp: -1 }))],
    ['a time of the year 2100', changed((event) => ({ ...event, timestamp: 4_102_444_800_000 }))],
    ['a source that is a list', changed((event) => ({ ...event, source: [] }))],
    ['60 levels', changed((event) => ({ ...event, more: deep(60) }))],
    ['null', changed(() => null)],
    ['a number', changed(() => 7)],
    ['an empty object', changed((event) => ({ none: event.webhookEventId }))],
    ['a profile whose name is a number', named(5)],
    ['a profile without a name', named(null)],
    [
      'an event that the database refuses',
      (state, channel) => {
        const userId = friendOf(channel)
        return { event: follow(state, userId), refused: userId }
      },
    ],
  ] satisfies [string, Make][]),
])
