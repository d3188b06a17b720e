import { z } from 'zod'

// Bodies of the webhooks that the simulator sends (openapi `webhook.yml`), without unknown keys.

const userId = z.string().regex(/^U[0-9a-f]{32}$/)
const common = {
  timestamp: z.int().min(0),
  mode: z.enum(['active', 'standby']),
  webhookEventId: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  deliveryContext: z.strictObject({ isRedelivery: z.boolean() }),
  source: z.discriminatedUnion('type', [
    z.strictObject({ type: z.literal('user'), userId }),
    z.strictObject({ type: z.literal('group'), groupId: z.string(), userId: userId.optional() }),
    z.strictObject({ type: z.literal('room'), roomId: z.string(), userId: userId.optional() }),
  ]),
}
const { source: _, ...account } = common
const replyToken = z.string()
const content = { id: z.string(), quoteToken: z.string() }
const provider = z.strictObject({ type: z.enum(['line', 'external']) })

const event = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('follow'),
    ...common,
    replyToken,
    follow: z.strictObject({ isUnblocked: z.boolean() }),
  }),
  z.strictObject({ type: z.literal('unfollow'), ...common }),
  z.strictObject({
    type: z.literal('message'),
    ...common,
    replyToken: replyToken.optional(),
    message: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('text'), ...content, text: z.string(), quotedMessageId: z.string().optional() }),
      z.strictObject({ type: z.literal('image'), ...content, contentProvider: provider }),
      z.strictObject({ type: z.literal('file'), id: z.string(), fileName: z.string(), fileSize: z.int().min(0) }),
      z.strictObject({
        type: z.literal('sticker'),
        ...content,
        packageId: z.string(),
        stickerId: z.string(),
        stickerResourceType: z.enum(['STATIC', 'ANIMATION', 'SOUND', 'ANIMATION_SOUND', 'POPUP', 'POPUP_SOUND']),
      }),
    ]),
  }),
  z.strictObject({
    type: z.literal('postback'),
    ...common,
    replyToken: replyToken.optional(),
    postback: z.strictObject({ data: z.string().max(300), params: z.record(z.string(), z.string()).optional() }),
  }),
  // Events about the account itself, which no user causes.
  ...(['botSuspended', 'botResumed', 'deactivated'] as const).map((type) =>
    z.strictObject({ type: z.literal(type), ...account }),
  ),
  z.strictObject({
    type: z.literal('activated'),
    ...account,
    chatControl: z.strictObject({ expireAt: z.int() }),
  }),
  z.strictObject({
    type: z.literal('module'),
    ...account,
    module: z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('attached'), botId: userId, scopes: z.array(z.string()) }),
      z.strictObject({ type: z.literal('detached'), botId: userId, reason: z.literal('bot_deleted') }),
    ]),
  }),
  z.strictObject({ type: z.literal('join'), ...common, replyToken }),
  z.strictObject({ type: z.literal('leave'), ...common }),
  z.strictObject({ type: z.literal('unsend'), ...common, unsend: z.strictObject({ messageId: z.string() }) }),
  z.strictObject({
    type: z.literal('accountLink'),
    ...common,
    replyToken: replyToken.optional(),
    link: z.strictObject({ result: z.enum(['ok', 'failed']), nonce: z.string() }),
  }),
])

export const callback = z.strictObject({ destination: userId, events: z.array(event) })
