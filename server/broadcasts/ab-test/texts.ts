import type { Arm } from '@ruam/contract/broadcasts/ab-test.ts'
import type { Message } from '@ruam/contract/broadcasts/messages.ts'
import type { BroadcastRow } from '../records/queries.ts'

/** A text of a broadcast. Its only one has no arm. */
interface BroadcastText {
  arm: Arm | null
  messages: Message[]
  /** Path of its messages in a request. */
  path: string
}

type Texts = Pick<BroadcastRow, 'messages' | 'ab_test'>

/** Returns the texts of a broadcast: one, or A and B. */
export const textsOf = ({ messages, ab_test }: Texts): BroadcastText[] =>
  ab_test
    ? [
        { arm: 'a', messages, path: 'body.messages' },
        { arm: 'b', messages: ab_test.messages, path: 'body.ab_test.messages' },
      ]
    : [{ arm: null, messages, path: 'body.messages' }]

/** Returns the messages of all texts of a broadcast. */
export const messagesOf = (texts: Texts): Message[] => textsOf(texts).flatMap(({ messages }) => messages)

/** Position of the last recipient who may be sent to: the others wait for the choice of a text. */
export const lastOpenPosition = ({ ab_test, text_choice, trial_last }: BroadcastRow): number =>
  ab_test && text_choice === null ? (trial_last ?? 0) : 2_147_483_647

interface Drawn {
  position: number
  arm: Arm | null
}

/** Returns the text of a recipient: drawn for the trial, or chosen since. Positions are random, so that halves are too. */
export function armOf({ ab_test, text_choice }: BroadcastRow, { position, arm }: Drawn): Arm | null {
  if (!ab_test || arm !== null) return arm
  return text_choice === 'half' ? (position % 2 === 1 ? 'a' : 'b') : text_choice
}
