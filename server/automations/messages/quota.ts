import { automationLimits } from '@ruam/contract/automations/definition.ts'
import { nextLineMonth } from '../../channels/accounts/line-month.ts'

const DAY_MS = 86_400_000

/** Returns for how many of these people the messages that are left suffice; null: the plan has no limit. */
export const fits = (left: number | null, perPerson: number, people: number): number =>
  left === null ? people : Math.min(people, Math.max(Math.floor(left / perPerson), 0))

/** Returns when a message that the quota does not cover can be sent; null: its month is too far away, so that it is skipped. */
export function quotaOpensAt(at: Date): Date | null {
  const next = nextLineMonth(at)
  return next.getTime() - at.getTime() <= automationLimits.quotaDays * DAY_MS ? next : null
}
