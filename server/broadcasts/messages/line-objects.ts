import { type Message, type MessageAction, messageLimits } from '@ruam/contract/broadcasts/messages.ts'
import { stopAction } from '../../channels/inbox/reply-to-chats.ts'
import { ApiError } from '../../core/api-error.ts'
import type { Config } from '../../core/config.ts'
import { flexObject, picturesInFlex } from './flex-pictures.ts'
import { imagemapObject } from './imagemap-object.ts'
import { withFlexWords, withWords } from './words.ts'

interface Written {
  messages: readonly Message[]
  quick_replies: readonly MessageAction[]
  stop_reply: boolean
}

/** Returns messages as LINE's API takes them, with fallbacks for words that are still open. Throws picture_address if files have no public address. */
export function lineMessages(
  { messages, quick_replies, stop_reply }: Written,
  { mediaUrl }: Pick<Config, 'mediaUrl'>,
): object[] {
  if (!mediaUrl && hasFiles(messages)) throw new ApiError('picture_address')
  const objects = messages.map((message) => lineObject(message, mediaUrl ?? ''))
  const items = [
    ...quick_replies.map((action) => ({ type: 'action', action: lineAction(action) })),
    ...(stop_reply ? [{ type: 'action', action: stopAction }] : []),
  ]
  // LINE shows the quick replies of the last message alone.
  return objects.map((object, index) =>
    index === objects.length - 1 && items.length > 0 ? { ...object, quickReply: { items } } : object,
  )
}

const filed: readonly Message['type'][] = ['image', 'imagemap', 'video', 'audio']

/** True if messages show files of ours, which LINE fetches. */
export const hasFiles = (messages: readonly Message[]) =>
  messages.some(({ type }) => filed.includes(type)) || picturesInFlex(messages).length > 0

function lineObject(message: Message, mediaUrl: string): object {
  switch (message.type) {
    case 'text':
      return { type: 'text', text: withWords(message).text }
    case 'image':
      return {
        type: 'image',
        originalContentUrl: `${mediaUrl}/media/${message.name}`,
        previewImageUrl: `${mediaUrl}/media/${message.preview_name}`,
      }
    case 'imagemap':
      return imagemapObject(message, mediaUrl)
    case 'video':
      return {
        type: 'video',
        originalContentUrl: `${mediaUrl}/media/${message.name}`,
        previewImageUrl: `${mediaUrl}/media/${message.preview_name}`,
      }
    case 'audio':
      return { type: 'audio', originalContentUrl: `${mediaUrl}/media/${message.name}`, duration: message.duration }
    case 'sticker':
      return { type: 'sticker', packageId: message.package_id, stickerId: message.sticker_id }
    case 'location':
      return {
        type: 'location',
        title: message.title,
        address: message.address,
        latitude: message.latitude,
        longitude: message.longitude,
      }
    case 'coupon':
      return { type: 'coupon', couponId: message.coupon_code }
    case 'template':
      return {
        type: 'template',
        altText: message.alt_text,
        template: {
          type: 'buttons',
          ...(message.title && { title: message.title.slice(0, messageLimits.title) }),
          text: withWords(message).text,
          actions: message.actions.map(lineAction),
        },
      }
    case 'flex':
      return {
        type: 'flex',
        altText: message.alt_text,
        contents: flexObject(withFlexWords(message).contents, mediaUrl),
      }
  }
}

function lineAction({ label, type, value }: MessageAction): object {
  if (type === 'uri') return { type, label, uri: value }
  if (type === 'message') return { type, label, text: value }
  return { type, label, data: value, displayText: label }
}
