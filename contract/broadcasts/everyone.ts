import { z } from 'zod'
import { Day } from '../platform/common.ts'

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
