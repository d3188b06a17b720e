import type { broadcasts } from '@ruam/contract/broadcasts/broadcasts.ts'
import { HOLDOUT_FROM } from '@ruam/contract/broadcasts/effect.ts'
import type { Got } from '../data/api.ts'
import type { Broadcast } from './broadcast.ts'

export type Usage = Got<typeof broadcasts.usage>

/** What a broadcast takes of a month's quota. */
export interface Cost {
  /** Messages that will be sent. */
  messages: number
  /** Messages that the quota lacks for everybody who is reached. */
  short: number
  /** Messages left after it; null without a limit. */
  left: number | null
}

/** Returns what a broadcast to so many people takes, and what the quota lacks for it. */
export function costOf(
  { limit, usage, schedule, perObject }: Usage,
  { target, messages, abTest }: Pick<Broadcast, 'target' | 'messages'> & Partial<Pick<Broadcast, 'abTest'>>,
  people: number,
): Cost {
  const perPerson = perObject ? Math.max(messages.length, abTest?.messages.length ?? 0, 1) : 1
  const needed = Math.min(people, target.limit.max ?? people) * perPerson
  if (limit === null) return { messages: needed, short: 0, left: null }
  const free = Math.max(limit - usage - schedule, 0)
  const fits = Math.min(needed, Math.floor(free / perPerson) * perPerson)
  const sent = target.limit.upToRemainingQuota ? fits : needed
  return { messages: sent, short: Math.max(needed - free, 0), left: Math.max(free - sent, 0) }
}

/** Returns about how many of the people who are reached are held out. A repeat to those who got the first message holds out none of them. */
export const holdoutSize = ({ holdout, target }: Pick<Broadcast, 'holdout' | 'target'>, reached: number) =>
  reached < HOLDOUT_FROM || target.notClicked ? 0 : Math.round((reached * holdout.share) / 100)

const money = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Returns a sum in baht with two decimals. */
export const bahtOf = (price: number, messages: number) => money.format(price * messages)
