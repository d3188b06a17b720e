import { abTestFaultsIn } from '@ruam/contract/broadcasts/ab-test-faults.ts'
import type { Fault, FaultReason } from '@ruam/contract/broadcasts/fault.ts'
import { faultsIn } from '@ruam/contract/broadcasts/message-faults.ts'
import type { Message as Written } from '@ruam/contract/broadcasts/messages.ts'
import { isToAll, toAllFaultsIn } from '@ruam/contract/broadcasts/to-all.ts'
import type { DraftMessage } from './broadcast.ts'
import type { Draft } from './use-draft.ts'

const wordsOf = ({ words = [] }: Extract<DraftMessage, { type: 'text' | 'template' | 'flex' }>) =>
  words.map(({ fieldId, fallback }) => ({ field_id: fieldId, fallback }))

/** Returns a message as the contract's rules read it. */
export function written(message: DraftMessage): Written {
  switch (message.type) {
    case 'text':
      return { ...message, words: wordsOf(message) }
    case 'image':
    case 'video':
      return { type: message.type, name: message.name, preview_name: message.previewName }
    case 'sticker':
      return { type: 'sticker', package_id: message.packageId, sticker_id: message.stickerId }
    case 'coupon':
      return { type: 'coupon', coupon_code: message.couponCode }
    case 'imagemap': {
      const { altText, areas, ...rest } = message
      const named = areas.map(({ couponCode, ...area }) => ({ ...area, coupon_code: couponCode }))
      return { ...rest, alt_text: altText, areas: named }
    }
    case 'template': {
      const { altText, ...rest } = message
      return { ...rest, alt_text: altText, words: wordsOf(message) }
    }
    case 'flex':
      return { type: 'flex', alt_text: message.altText, contents: message.contents, words: wordsOf(message) }
    default:
      return message
  }
}

/** Returns the texts of a draft as the contract's rules read them. */
export const writtenParts = ({ messages, quickReplies, linkTracking, abTest }: Draft) => ({
  messages: messages.map(written),
  quick_replies: quickReplies,
  link_tracking: linkTracking,
  ab_test: abTest && { ...abTest, messages: abTest.messages.map(written) },
})

const writtenTarget = ({ type, exclude, limit }: Draft['target']) => ({
  type,
  exclude: { label_ids: exclude.labelIds },
  limit: { max: limit.max, up_to_remaining_quota: limit.upToRemainingQuota },
})

/** Lists what keeps a draft from being sent. */
export function faultsOf(draft: Draft): Fault[] {
  const { channel, purposeId, holdout } = draft
  const parts = writtenParts(draft)
  return [
    ...(channel ? [] : [{ path: 'channel', reason: 'missing' as const }]),
    ...(purposeId === null ? [{ path: 'purpose_id', reason: 'missing' as const }] : []),
    ...(holdout.share === 0 && holdout.offReason === null && !isToAll(draft.target)
      ? [{ path: 'holdout.off_reason', reason: 'missing' as const }]
      : []),
    ...faultsIn(parts),
    ...abTestFaultsIn(parts),
    ...toAllFaultsIn({ ...parts, holdout, target: writtenTarget(draft.target) }),
  ]
}

const faultWords = {
  missing: 'faultMissing',
  too_long: 'faultTooLong',
  too_many: 'faultTooLong',
  not_https: 'faultNotHttps',
  outside: 'faultOutside',
  overlaps: 'faultOverlaps',
  empty: 'faultEmpty',
  not_square: 'faultNotSquare',
} as const satisfies Partial<Record<FaultReason, string>>

/** Returns the words about the fault of a field, or undefined if it has none. */
export function faultWordAt(
  t: Readonly<Record<(typeof faultWords)[keyof typeof faultWords], string>>,
  faults: readonly Fault[],
  path: string,
): string | undefined {
  const fault = faults.find((one) => one.path === path)
  // Faults inside of flex have words of their own.
  return fault && fault.reason in faultWords ? t[faultWords[fault.reason as keyof typeof faultWords]] : undefined
}
