import { z } from 'zod'
import { VisibleRule } from '../customers/rules.ts'
import { Day, Page, ProfileId, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Lists of customers to call; follow-ups are notes, the others customers. */
export const workLists = ['quiet', 'birthdays', 'follow-ups'] as const
export type WorkListKind = (typeof workLists)[number]
/** Lists whose ticks are kept by this feature; a follow-up is marked on its note. */
const tickedLists = ['quiet', 'birthdays'] as const
export type TickedList = (typeof tickedLists)[number]

/** Days for which a customer who is done stays off the list: a spell of quiet, or a birthday, comes up once. */
export const DONE_DAYS = 90
/** Days that the tab of done customers goes back, today included. */
export const DONE_TAB_DAYS = 7
/** Days after a call in which a purchase counts as its effect. */
export const CAME_BACK_DAYS = 7
/** Customers marked at once: a page. */
const MAX_MARKED = 100

const Item = z.object({
  id: ProfileId,
  name: z.string(),
  /** As +66..., or bare digits of an unknown country; empty for none. */
  phone: z.string(),
  /** A friend of a LINE account of the store. */
  line: z.boolean(),
  /** Birthday or due date; null of a quiet customer. */
  day: Day.nullable(),
  /** Spend of twelve months; null of other lists. */
  spent: z.number().nullable(),
  bought_at: Time.nullable(),
  /** Average days between days with a purchase; null for fewer than three such days. */
  every_days: z.int().nullable(),
  /** Note of the follow-up; null of other lists. */
  follow_up: z.object({ activity_id: z.int().positive(), text: z.string() }).nullable(),
  last_note: z.object({ text: z.string(), at: Time, by: z.string().nullable() }).nullable(),
  done: z.object({ at: Time, by: z.string().nullable() }).nullable(),
})
export type WorkItem = z.infer<typeof Item>

const LastWeek = z.object({
  from: Day,
  to: Day,
  called: z.int(),
  came_back: z.int(),
  /** Baht of those purchases; null without the right to the store’s figures. */
  spent: z.number().nullable(),
})

/** Ways to reach customers, by which a list is narrowed. */
export const reaches = ['phone', 'line'] as const

const Query = Page.extend({
  kind: z.enum(workLists),
  done: z.enum(['true', 'false']).default('false'),
  reach: z.enum(reaches).optional(),
})

/** Tasks of the dashboard about customers, as lists to work off. */
export const workListCalls = feature({
  /** A page of what is open, or was done in the last days. `quiet` needs the right to the store’s figures. */
  list: {
    method: 'GET',
    path: '/work-list',
    summary: ['อ่านรายชื่อลูกค้าที่ต้องติดต่อ', 'List customers to contact'],
    permission: 'cdp-core.profile.read',
    transaction: false,
    limit: 'search',
    query: Query,
    response: pageOf(Item).extend({
      /** Length of each tab, whatever it is narrowed by. */
      open: z.int(),
      done: z.int(),
      done_today: z.int(),
      /** Effect of the calls of the last calendar week; null if there were none. */
      last_week: LastWeek.nullable(),
      /** The rule by which the customer list finds them; all who are at risk for `quiet`. Null if no rule can say it. */
      rule: VisibleRule.nullable(),
    }),
  },
  /** Takes customers off a list, or puts them back. */
  mark: {
    method: 'POST',
    path: '/work-list',
    summary: ['ทำเครื่องหมายลูกค้าในรายการติดต่อ', 'Tick off customers of a work list'],
    permission: 'cdp-core.profile.edit',
    // The row itself has who and when, and the list shows both.
    audit: false,
    body: z.strictObject({
      kind: z.enum(tickedLists),
      profile_ids: z.array(ProfileId).min(1).max(MAX_MARKED),
      done: z.boolean(),
    }),
  },
})
