import { z } from 'zod'
import { Id, ProfileId, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { byProfile } from './profiles.ts'
import { restrictionKinds } from './restriction.ts'

/** Customers that the home names of each kind. */
export const COUNTER_NAMED = 20
/** Customers whom the person served last. */
export const COUNTER_SERVED = 5
/** Former visits on a card. */
export const COUNTER_PAST = 7

/** A customer as staff at the counter see them: no sensitive value and no amount. */
const Known = z.object({
  id: ProfileId,
  name: z.string(),
  /** First label of the customer. */
  label: z.object({ id: Id, name: z.string(), color: z.string() }).nullable(),
  /** Days with a visit or a purchase. */
  visits: z.int(),
  last_at: Time.nullable(),
})
export type CounterCustomer = z.infer<typeof Known>

const Card = Known.extend({
  /** As +66..., or the bare digits of a number whose country is not known; empty for none. */
  phone: z.string(),
  /** Days with a visit or a purchase in this calendar year of the store, the first one first. */
  days: z.array(z.iso.date()),
  /** The item of most purchases, if at least three had it. */
  usual: z.object({ text: z.string(), times: z.int(), of: z.int() }).nullable(),
  note: z.object({ text: z.string(), at: Time, by: z.string().nullable() }).nullable(),
  /** Null unless the customer's data may not be used. */
  restriction: z.object({ kind: z.enum(restrictionKinds), reason: z.string().nullable(), at: Time }).nullable(),
  /** The newest visits and purchases, with what was bought, or else the name of the activity. */
  past: z.array(z.object({ id: z.int().positive(), at: Time, text: z.string() })),
})
export type CounterCard = z.infer<typeof Card>

const permission = 'cdp-core.profile.read'

/** Calls of the counter. Acts are recorded by the calls of a profile's activities. */
export const counter = feature({
  /** Birthdays of today by the store's calendar, and the customers that the caller served last. */
  home: {
    method: 'GET',
    path: '/counter',
    summary: ['อ่านหน้าแรกของหน้าร้าน', 'Read the first page of the counter'],
    permission,
    limit: 'search',
    response: z.object({
      birthdays: z.object({ total: z.int(), data: z.array(Known) }),
      served: z.array(z.object({ id: ProfileId, name: z.string(), type: z.string(), at: Time })),
    }),
  },
  card: {
    method: 'GET',
    path: '/counter/{id}',
    summary: ['อ่านข้อมูลลูกค้าที่หน้าร้าน', 'Read a customer at the counter'],
    permission,
    params: byProfile,
    response: Card,
  },
})
