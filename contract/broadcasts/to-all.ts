import type { Fault } from './fault.ts'
import type { Message } from './messages.ts'

/** Percent that are reserved on top of LINE's count of yesterday: friends may join until the call. */
const RESERVE_PERCENT = 2

/** Returns the people for whom messages are reserved. */
export const reservedFor = (friends: number): number => friends + Math.ceil((friends * RESERVE_PERCENT) / 100)

/** True if LINE itself sends to everyone, by one call without exclusions. */
export const isToAll = ({ type }: { type: string }): boolean => type === 'line_all'

interface Written {
  target: {
    type: string
    exclude: { label_ids: readonly number[] }
    limit: { max: number | null; up_to_remaining_quota: boolean }
  }
  holdout: { share: number }
  messages: readonly Message[]
  link_tracking: string
  ab_test: object | null
}

/** Lists the parts that one call for everyone cannot have. */
export function toAllFaultsIn({ target, holdout, messages, link_tracking, ab_test }: Written): Fault[] {
  if (!isToAll(target)) return []
  const paths = [
    ...(target.exclude.label_ids.length > 0 ? ['target.exclude'] : []),
    ...(target.limit.max !== null || target.limit.up_to_remaining_quota ? ['target.limit'] : []),
    ...messages.flatMap((message, index) =>
      'words' in message && message.words && message.words.length > 0 ? [`messages.${index}.words`] : [],
    ),
    ...(holdout.share > 0 ? ['holdout.share'] : []),
    ...(ab_test ? ['ab_test'] : []),
    ...(link_tracking === 'people' ? ['link_tracking'] : []),
  ]
  return paths.map((path) => ({ path, reason: 'not_for_all' }))
}
