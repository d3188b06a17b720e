import { type Fault, ofAddress, ofText } from './fault.ts'
import { flexFaults } from './flex-faults.ts'
import { fillFlexWords, hasMarksInTexts } from './flex-words.ts'
import { ofImagemap } from './imagemap-faults.ts'
import { messageLimits as limits, type Message, type MessageAction, type WordedMessage } from './messages.ts'
import { fillWords } from './worded.ts'

interface Written {
  messages: readonly Message[]
  quick_replies: readonly MessageAction[]
}

/** Letters that LINE takes of a message's text. */
export function textLimit(message: WordedMessage): number {
  if (message.type === 'text') return limits.text
  return message.title ? limits.shortButtonsText : limits.buttonsText
}

/** Lists what keeps messages from being sent, each fault at its field. LINE checks the rest. */
export function faultsIn({ messages, quick_replies }: Written): Fault[] {
  if (messages.length === 0) return [{ path: 'messages', reason: 'missing' }]
  return [
    ...messages.flatMap((message, index) => ofMessage(message, `messages.${index}`)),
    ...quick_replies.flatMap((action, index) => ofAction(action, `quick_replies.${index}`)),
  ]
}

function ofMessage(message: Message, path: string): Fault[] {
  switch (message.type) {
    case 'text':
      return ofWords(message, path)
    case 'image':
      return message.name && message.preview_name ? [] : [{ path: `${path}.name`, reason: 'missing' }]
    case 'video':
      return [
        ...(message.name ? [] : [{ path: `${path}.name`, reason: 'missing' as const }]),
        ...(message.name && !message.preview_name
          ? [{ path: `${path}.preview_name`, reason: 'missing' as const }]
          : []),
      ]
    case 'audio':
      return message.name && message.duration ? [] : [{ path: `${path}.name`, reason: 'missing' }]
    case 'sticker':
      // Both are chosen together.
      return message.package_id.trim() === '' || message.sticker_id.trim() === ''
        ? [{ path: `${path}.sticker_id`, reason: 'missing' }]
        : []
    case 'location':
      return [
        ...ofText(message.title, `${path}.title`, limits.place),
        ...ofText(message.address, `${path}.address`, limits.place),
        ...(['latitude', 'longitude'] as const)
          .filter((field) => message[field] === null)
          .map((field) => ({ path: `${path}.${field}`, reason: 'missing' as const })),
      ]
    case 'coupon':
      return ofText(message.coupon_code, `${path}.coupon_code`, 100)
    case 'template':
      return ofTemplate(message, path)
    case 'imagemap':
      return ofImagemap(message, path)
    case 'flex':
      return [...ofText(message.alt_text, `${path}.alt_text`, limits.altText), ...ofFlex(message, path)]
  }
}

function ofTemplate(message: Extract<Message, { type: 'template' }>, path: string): Fault[] {
  return [
    ...ofText(message.alt_text, `${path}.alt_text`, limits.altText),
    ...ofWords(message, path),
    ...(message.title.length > limits.title ? [{ path: `${path}.title`, reason: 'too_long' as const }] : []),
    ...(message.actions.length === 0 ? [{ path: `${path}.actions`, reason: 'missing' as const }] : []),
    ...message.actions.flatMap((action, index) => ofAction(action, `${path}.actions.${index}`)),
  ]
}

function ofWords(message: WordedMessage, path: string): Fault[] {
  const fallbacks = (message.words ?? []).map(({ fallback }) => fallback)
  return [
    ...ofText(fillWords(message.text, fallbacks), `${path}.text`, textLimit(message)),
    ...ofFallbacks(fallbacks, path),
  ]
}

const ofFallbacks = (fallbacks: readonly string[], path: string) =>
  fallbacks.flatMap((fallback, index) => ofText(fallback, `${path}.words.${index}`, limits.text))

function ofAction({ label, type, value }: MessageAction, path: string): Fault[] {
  const at = `${path}.value`
  return [
    ...ofText(label, `${path}.label`, limits.label),
    ...(type === 'uri' ? ofAddress(value, at, limits.uri) : ofText(value, at, limits.data)),
  ]
}

function ofFlex({ contents, words = [] }: Extract<Message, { type: 'flex' }>, path: string): Fault[] {
  const place = `${path}.contents`
  if (contents.trim() === '') return [{ path: place, reason: 'missing' }]
  const fallbacks = words.map(({ fallback }) => fallback)
  const faults = flexFaults(fillFlexWords(contents, fallbacks))
  return [
    ...faults.map(({ at, ...fault }) => ({ ...fault, path: at ? `${place}.${at}` : place })),
    ...(hasMarksInTexts(contents) ? [] : [{ path: place, reason: 'word_place' as const }]),
    ...ofFallbacks(fallbacks, path),
  ]
}
