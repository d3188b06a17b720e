import { z } from 'zod'
import { Text } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { arms } from './ab-test.ts'

/** Counting of clicks: none, of all customers together, or of each customer. */
export const linkTrackings = ['off', 'clicks', 'people'] as const
export type LinkTracking = (typeof linkTrackings)[number]

/** A link of a broadcast as it was sent. */
export const TrackedLink = z.object({
  /** Its text of an A/B test. */
  arm: z.enum(arms).nullable(),
  /** Place of its message, from 0. Quick replies belong to the last one. */
  message: z.int(),
  target: z.string(),
  /** The short address that customers got; null without a public https address. */
  address: z.string().nullable(),
  /** Clicks, without repeats within a second and previews of robots. */
  clicks: z.int(),
  /** Browsers that opened it; customers, if it counts by customer. */
  visitors: z.int(),
})

/** Short addresses in broadcasts. */
export const links = feature({
  open: {
    method: 'GET',
    path: '/l/{code}',
    summary: ['เปิดลิงก์ในข้อความ', 'Open a link of a message'],
    permission: 'public',
    outside: true,
    redirect: true,
    // A redirect never waits for its count.
    transaction: false,
    params: z.strictObject({ code: Text(60) }),
    response: z.string(),
    errors: ['not_found'],
  },
})
