import { z } from 'zod'
import { Day, Id, Time } from '../platform/common.ts'
import { broadcastStatuses, broadcastSubStatuses } from './broadcast.ts'

/** A month as `2026-11`. */
export const Month = z.string().regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)

const CalendarItem = z.object({
  id: Id,
  name: z.string(),
  status: z.enum(broadcastStatuses),
  sub_status: z.enum(broadcastSubStatuses).nullable(),
  /** When it was sent, or will be. */
  at: Time,
  day: Day,
  /** People who got it, or are planned; null while a draft is not counted yet, or has no target any more. */
  people: z.int().nullable(),
  /** Messages it takes of this month's quota. 0 if LINE counts them in another month. */
  messages: z.int(),
  /** Messages per person of a broadcast that sends as many as the quota allows; null for the others. */
  trims: z.int().nullable(),
  /** True if it can be moved to another day. */
  movable: z.boolean(),
  updated_at: Time,
})

const CalendarDay = z.object({
  day: Day,
  /** Messages left in the evening, negative if they are lacking: past days as counted, later ones as planned. Null if unknown, or without a limit. */
  left: z.int().nullable(),
  /** Messages that were sent without Ruam, as far as LINE's counts tell. */
  outside: z.int(),
  /** The day after the last count before, if that is earlier. */
  outside_since: Day.nullable(),
})

export const Calendar = z.object({
  month: Month,
  /** Today in the store's time zone. */
  today: Day,
  /** LINE's quota of the month; null for a plan without one, or before LINE was asked. */
  limit: z.int().nullable(),
  /** Messages left now, in the present month, or when it begins or ended; null without a limit. */
  left: z.int().nullable(),
  /** When LINE counted last; null if it never did. */
  counted_at: Time.nullable(),
  days: z.array(CalendarDay),
  items: z.array(CalendarItem),
  /** True while drafts are still to be counted: the next call counts more of them. */
  counting: z.boolean(),
  /** The first day without enough messages, with the broadcast that takes the last one; null if the quota lasts. */
  ends: z.object({ day: Day, id: Id }).nullable(),
  /** Messages lacking at the end of the month, and their price in baht if the store set one. */
  short: z.int(),
  price: z.number().nullable(),
  /** True if a second person must approve each broadcast. */
  approval: z.boolean(),
})
