import { type Arm, trialShares } from '@ruam/contract/broadcasts/ab-test.ts'
import type { Fault } from '@ruam/contract/broadcasts/fault.ts'
import type { Draft } from '../use-draft.ts'

/** People of each text below whom a difference is hardly ever clear. */
export const CLEAR_FROM = 100

/** Returns a draft with the messages of one text in the first place, and those of the other in the second. */
export const draftOfArm = <D extends Pick<Draft, 'messages' | 'abTest'>>(draft: D, arm: Arm): D =>
  arm === 'b' && draft.abTest
    ? { ...draft, messages: draft.abTest.messages, abTest: { ...draft.abTest, messages: draft.messages } }
    : draft

/** Returns the messages of both texts. */
export const messagesOf = ({ messages, abTest }: Pick<Draft, 'messages' | 'abTest'>) => [
  ...messages,
  ...(abTest?.messages ?? []),
]

/** Returns the change of a draft that a change of one text's messages is. */
export function changeOfArm({ abTest }: Draft, arm: Arm, { messages, ...rest }: Partial<Draft>): Partial<Draft> {
  if (!messages || arm === 'a' || !abTest) return messages ? { ...rest, messages } : rest
  return { ...rest, abTest: { ...abTest, messages } }
}

const OF_B = 'ab_test.messages'

/** Returns the faults of one text, by the paths of its fields. */
export const faultsOfArm = (faults: readonly Fault[], arm: Arm): Fault[] =>
  arm === 'a'
    ? faults.filter(({ path }) => !path.startsWith(OF_B))
    : faults
        .filter(({ path }) => path.startsWith(OF_B) || path.startsWith('quick_replies'))
        .map(({ path, reason }) => ({ path: path.replace(/^ab_test\./, ''), reason }))

/** Returns how many people get each text of a trial, and how many are left for the chosen one. */
export function trialSizes(people: number, share: number = trialShares.usual): { each: number; rest: number } {
  const each = Math.round((people * share) / 100)
  return { each, rest: Math.max(people - 2 * each, 0) }
}
