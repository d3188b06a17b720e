import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import { faultsIn } from '@ruam/contract/broadcasts/message-faults.ts'
import type { AnswerKind, answers } from '@ruam/contract/channels/answers.ts'
import type { DraftMessage } from '../../broadcasts/broadcast.ts'
import { written } from '../../broadcasts/faults.ts'
import type { Got } from '../../data/api.ts'

type AnswerList = Got<typeof answers.list>
/** Answer that a text would get. */
export type Tested = Got<typeof answers.test>
export type AnswerRow = AnswerList['results'][number]
export type Hours = NonNullable<AnswerList['hours']>

/** Kinds that an account has once, by the part of the list that shows them. */
export const greetings = ['greeting', 'welcome_back', 'linked'] as const
export const others = ['outside_hours', 'fallback'] as const
export type SingleKind = (typeof greetings)[number] | (typeof others)[number]

/** Parts of an answer that staff write. */
export interface AnswerDraft extends Record<string, unknown> {
  name: string
  variants: string[]
  match: AnswerRow['match']
  messages: DraftMessage[]
  quickReplies: string[]
  handsOver: boolean
  opensMyData: boolean
  enabled: boolean
}

export const blankDraft = (parts: Partial<AnswerDraft> = {}): AnswerDraft => ({
  name: '',
  variants: [],
  match: 'contains',
  messages: [{ type: 'text', text: '' }],
  quickReplies: [],
  handsOver: false,
  opensMyData: false,
  enabled: true,
  ...parts,
})

export const draftOf = (answer: AnswerRow): AnswerDraft => ({
  name: answer.name,
  variants: answer.variants,
  match: answer.match,
  messages: answer.messages,
  quickReplies: answer.quickReplies,
  handsOver: answer.handsOver,
  opensMyData: answer.opensMyData,
  enabled: answer.enabled,
})

/** Returns a draft as it is sent: without a name it has that of its first word, or of its kind. */
export function sentDraft(draft: AnswerDraft, kindName: string) {
  // Two alike would be one question.
  const replies = [...new Set(draft.quickReplies.map((reply) => reply.trim()).filter(Boolean))]
  return { ...draft, name: draft.name.trim() || draft.variants[0] || kindName, quickReplies: replies }
}

/** Lists what keeps an answer from being saved. */
export function answerFaults(kind: AnswerKind, { variants, messages }: AnswerDraft): Fault[] {
  return [
    ...(kind === 'keyword' && variants.length === 0 ? [{ path: 'variants', reason: 'missing' as const }] : []),
    ...faultsIn({ messages: messages.map(written), quick_replies: [] }),
  ]
}

/** Returns the answers whose name, words or texts hold what was searched. */
export function foundIn(results: readonly AnswerRow[], keyword: string): AnswerRow[] {
  const sought = keyword.toLowerCase()
  const textsOf = ({ name, variants, messages }: AnswerRow) => [
    name,
    ...variants,
    ...messages.flatMap((message) => [
      'text' in message ? message.text : '',
      'altText' in message ? message.altText : '',
    ]),
  ]
  return results.filter((answer) => textsOf(answer).some((one) => one.toLowerCase().includes(sought)))
}
