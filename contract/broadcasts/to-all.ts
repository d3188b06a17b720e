import { z } from 'zod'
import { Day } from '../platform/common.ts'
import type { Fault } from './fault.ts'
import type { Message } from './messages.ts'

/** Percent that are reserved on top of LINE's count of yesterday: friends may join until the call. */
const RESERVE_PERCENT = 2

/** Returns the people for whom messages are reserved. */
export const reservedFor = (friends: number): number => friends + Math.ceil((friends * RESERVE_PERCENT) / 100)

/** True if LINE itself sends to everyone, by one call that excludes nobody. */
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

/** Facts about everyone at LINE that a person confirms before such a broadcast is sent. */
export const Everyone = z.object({
  /** Friends that LINE counted last; null before its first count. */
  counted: z.int().nullable(),
  /** Known friends who withdrew, and get the message all the same. */
  withdrawn: z.int(),
  /** Friends whose data is restricted: while there is one, nothing is sent. */
  restricted: z.int(),
})

/** A broadcast by LINE's own call for everyone. */
export const ToAll = z.object({
  /** Friends that LINE counted, and at the end of which day (UTC+9). */
  friends: z.int().nullable(),
  counted_on: Day.nullable(),
  /** Known friends who had withdrawn, as a person confirmed. */
  withdrawn: z.int().nullable(),
  /** Day of the call (UTC+9). */
  called_on: Day.nullable(),
  /** Messages that LINE charged for all such calls of that day; null: not known, or under 20. */
  charged: z.int().nullable(),
  /** Broadcasts of the account that share the charge. */
  charged_with: z.int(),
  /** True while LINE is still to be asked for the charge. */
  charge_waits: z.boolean(),
})
