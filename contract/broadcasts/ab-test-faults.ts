import type { AbTest } from './ab-test.ts'
import type { Fault } from './fault.ts'
import { linksIn } from './links-in.ts'
import { faultsIn } from './message-faults.ts'
import type { Message, MessageAction } from './messages.ts'

interface Written {
  messages: readonly Message[]
  quick_replies: readonly MessageAction[]
  link_tracking: string
  ab_test: AbTest | null
}

/** True if clicks can decide between both texts: each has a link, and clicks are counted. */
export const hasCountedLinks = ({ messages, quick_replies, link_tracking, ab_test }: Written): boolean =>
  link_tracking !== 'off' &&
  [messages, ab_test?.messages ?? []].every((text) => linksIn({ messages: text, quick_replies }).length > 0)

/** Lists what keeps the second text of a broadcast from being sent. */
export function abTestFaultsIn(written: Written): Fault[] {
  const { ab_test } = written
  if (!ab_test) return []
  return [
    ...faultsIn({ messages: ab_test.messages, quick_replies: [] }).map(({ path, reason }) => ({
      path: `ab_test.${path}`,
      reason,
    })),
    ...(ab_test.decide === 'after' && !hasCountedLinks(written)
      ? [{ path: 'ab_test.decide', reason: 'missing' as const }]
      : []),
  ]
}
