import { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { WORD_MARK, wordLimits } from '@ruam/contract/broadcasts/worded.ts'
import { type Got, type Sending, useRead } from '../../data/api.ts'
import { useMayCall } from '../../ui/may.ts'
import type { DraftMessage } from '../broadcast.ts'
import { wordFieldsOf } from './use-word-fields.ts'

export type WordPreview = Got<typeof broadcasts.preview>

/** The customer through whose eyes the messages are shown. */
export type CustomerOfPreview = WordPreview['people'][number]

/** Target of a draft with the fields of its words. */
export type PreviewTarget = Sending<typeof broadcasts.preview>['body']
/** Target of a draft. */
export type PreviewAudience = Omit<PreviewTarget, 'fieldIds'>

/** Returns what is known of the words in messages among those who are reached; undefined without words or the right to see customers. */
export function useWordPreview(
  messages: readonly DraftMessage[],
  asked: PreviewAudience | null,
): WordPreview | undefined {
  const mayAsk = useMayCall(broadcasts.preview)
  const fieldIds = wordFieldsOf(messages)
  const enabled = mayAsk && asked !== null && fieldIds.length > 0
  const { data } = useRead(broadcasts.preview, { body: { ...asked!, fieldIds } }, { enabled })
  return enabled ? data : undefined
}

/** Letters of a text for the customer with the longest values. */
export function longestLength(
  message: Extract<DraftMessage, { type: 'text' }>,
  preview: WordPreview | undefined,
): number {
  const { text, words = [] } = message
  const longest = (fieldId: number) => preview?.fields.find((field) => field.fieldId === fieldId)?.longest ?? 0
  const values = words.map(({ fieldId, fallback }) =>
    Math.max(Math.min(longest(fieldId), wordLimits.graphemes), fallback.length),
  )
  return text.replaceAll(WORD_MARK, '').length + values.reduce((sum, letters) => sum + letters, 0)
}
