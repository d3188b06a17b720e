import { z } from 'zod'

// The message objects of LINE's Messaging API (openapi `messaging-api.yml`), checked as strictly as the real server does.

const url = z
  .string()
  .max(2000)
  .regex(/^https:\/\/\S+$/, 'May be https only')
const text = (most: number) => z.string().min(1, 'May not be empty').max(most)
const label = z.string().max(20).optional()

export const actions = [
  z.strictObject({
    type: z.literal('uri'),
    label,
    uri: z
      .string()
      .max(1000)
      .regex(/^(?:https?|line|tel):\S+$/),
    altUri: z.strictObject({ desktop: z.string() }).optional(),
  }),
  z.strictObject({ type: z.literal('message'), label, text: text(300) }),
  z.strictObject({
    type: z.literal('postback'),
    label,
    data: text(300),
    displayText: z.string().max(300).optional(),
    text: z.string().optional(),
    inputOption: z.enum(['closeRichMenu', 'openRichMenu', 'openKeyboard', 'openVoice']).optional(),
    fillInText: z.string().optional(),
  }),
  z.strictObject({
    type: z.literal('datetimepicker'),
    label,
    data: text(300),
    mode: z.enum(['date', 'time', 'datetime']),
    initial: z.string().optional(),
    max: z.string().optional(),
    min: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('camera'), label: text(20) }),
  z.strictObject({ type: z.literal('cameraRoll'), label: text(20) }),
  z.strictObject({ type: z.literal('location'), label: text(20) }),
  z.strictObject({ type: z.literal('clipboard'), label, clipboardText: text(1000) }),
] as const
const action = z.discriminatedUnion('type', actions)

const common = {
  quickReply: z
    .strictObject({
      items: z
        .array(z.strictObject({ type: z.literal('action'), imageUrl: url.optional(), action }))
        .min(1)
        .max(13),
    })
    .optional(),
  sender: z.strictObject({ name: z.string().max(20).optional(), iconUrl: url.optional() }).optional(),
}
const emojis = z
  .array(z.strictObject({ index: z.int().min(0), productId: z.string(), emojiId: z.string() }))
  .max(20)
  .optional()
const area = z.strictObject({ x: z.int(), y: z.int(), width: z.int(), height: z.int() })
const column = z.strictObject({
  thumbnailImageUrl: url.optional(),
  imageBackgroundColor: z.string().optional(),
  title: z.string().max(40).optional(),
  text: text(120),
  defaultAction: action.optional(),
  actions: z.array(action).min(1).max(3),
})
const template = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('buttons'),
    thumbnailImageUrl: url.optional(),
    imageAspectRatio: z.enum(['rectangle', 'square']).optional(),
    imageSize: z.enum(['cover', 'contain']).optional(),
    imageBackgroundColor: z.string().optional(),
    title: z.string().max(40).optional(),
    text: text(160),
    defaultAction: action.optional(),
    actions: z.array(action).min(1).max(4),
  }),
  z.strictObject({ type: z.literal('confirm'), text: text(240), actions: z.array(action).length(2) }),
  z.strictObject({
    type: z.literal('carousel'),
    columns: z.array(column).min(1).max(10),
    imageAspectRatio: z.enum(['rectangle', 'square']).optional(),
    imageSize: z.enum(['cover', 'contain']).optional(),
  }),
  z.strictObject({
    type: z.literal('image_carousel'),
    columns: z
      .array(z.strictObject({ imageUrl: url, action }))
      .min(1)
      .max(10),
  }),
])
/** Flex components have some hundred properties: only the frame is checked here. */
const bubble = z.looseObject({ type: z.literal('bubble') })
const container = z.discriminatedUnion('type', [
  bubble,
  z.strictObject({ type: z.literal('carousel'), contents: z.array(bubble).min(1).max(12) }),
])
const imagemapAction = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('uri'), linkUri: z.string().max(1000), area, label: z.string().optional() }),
  z.strictObject({ type: z.literal('message'), text: text(400), area, label: z.string().optional() }),
  z.strictObject({ type: z.literal('clipboard'), clipboardText: text(1000), area, label: z.string().optional() }),
])

const message = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: text(5000), emojis, quoteToken: z.string().optional(), ...common }),
  z.strictObject({
    type: z.literal('textV2'),
    text: text(5000),
    substitution: z.record(z.string(), z.unknown()).optional(),
    quoteToken: z.string().optional(),
    ...common,
  }),
  z.strictObject({
    type: z.literal('sticker'),
    packageId: z.string(),
    stickerId: z.string(),
    quoteToken: z.string().optional(),
    ...common,
  }),
  z.strictObject({ type: z.literal('image'), originalContentUrl: url, previewImageUrl: url, ...common }),
  z.strictObject({
    type: z.literal('video'),
    originalContentUrl: url,
    previewImageUrl: url,
    trackingId: z.string().max(100).optional(),
    ...common,
  }),
  z.strictObject({ type: z.literal('audio'), originalContentUrl: url, duration: z.int().min(1), ...common }),
  z.strictObject({
    type: z.literal('location'),
    title: text(100),
    address: text(100),
    latitude: z.number(),
    longitude: z.number(),
    ...common,
  }),
  z.strictObject({
    type: z.literal('imagemap'),
    baseUrl: url,
    altText: text(1500),
    baseSize: z.strictObject({ width: z.literal(1040), height: z.int().min(1) }),
    actions: z.array(imagemapAction).max(50),
    video: z
      .strictObject({
        originalContentUrl: url,
        previewImageUrl: url,
        area,
        externalLink: z.strictObject({ linkUri: z.string(), label: text(30) }).optional(),
      })
      .optional(),
    ...common,
  }),
  z.strictObject({ type: z.literal('template'), altText: text(1500), template, ...common }),
  z.strictObject({ type: z.literal('flex'), altText: text(1500), contents: container, ...common }),
  z.strictObject({
    type: z.literal('coupon'),
    couponId: z.string(),
    deliveryTag: z.string().max(30).optional(),
    ...common,
  }),
])

const userId = z.string().regex(/^U[0-9a-f]{32}$/)
const messages = z.array(message).min(1).max(5)
const notificationDisabled = z.boolean().optional()
const customAggregationUnits = z
  .array(z.string().regex(/^[a-zA-Z0-9_]{1,30}$/))
  .max(1)
  .optional()

/** Request bodies of the sending calls by their last path segment. */
export const bodies = {
  push: z.strictObject({ to: userId, messages, notificationDisabled, customAggregationUnits }),
  multicast: z.strictObject({
    to: z.array(userId).min(1).max(500),
    messages,
    notificationDisabled,
    customAggregationUnits,
  }),
  broadcast: z.strictObject({ messages, notificationDisabled }),
  reply: z.strictObject({ replyToken: z.string(), messages, notificationDisabled }),
} as const

export const validateBody = z.strictObject({ messages })

export interface LineError {
  message: string
  details?: { message: string; property: string }[]
}

/** Returns the error body of a request that breaks its schema, in LINE's shape. */
export function errorOf(error: z.ZodError): LineError {
  const details = error.issues.map(({ message: said, path, ...rest }) => ({
    message: said,
    property: [
      path
        .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
        .join('')
        .replace(/^\./, ''),
      ...('keys' in rest ? [(rest.keys as string[]).join()] : []),
    ]
      .filter(Boolean)
      .join('.'),
  }))
  return { message: `The request body has ${details.length} error(s)`, details }
}
