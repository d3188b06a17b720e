import { z } from 'zod'
import { Effect } from '../broadcasts/effect.ts'
import { byId, Id } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

const read = 'cdp-core.setting-line.read'

/** A message step, over all versions and customers. */
const MessageStep = z.object({
  step: Id,
  /** As it was sent last. */
  name: z.string(),
  accepted: z.int(),
  queued: z.int(),
  failed: z.int(),
  unknown: z.int(),
  /** Not sent after all, such as to customers who withdrew meanwhile; without the held-out ones. */
  skipped: z.int(),
  held_out: z.int(),
  /** The most opened first. Visitors of several sets count in each. */
  links: z.array(z.object({ target: z.string(), clicks: z.int(), visitors: z.int() })),
})

/** Figures of the messages of an automation. */
export const automationMessages = feature({
  /** Purchases per customer in the 14 days after the first message, of those who got it against those who were held out. */
  effect: {
    method: 'GET',
    path: '/automation/{id}/effect',
    summary: ['อ่านว่าการทำงานอัตโนมัติได้ผลไหม', 'Read the effect of an automation'],
    permission: read,
    alsoRequires: 'cdp-core.profile.read',
    limit: 'search',
    params: byId,
    response: Effect,
  },
  steps: {
    method: 'GET',
    path: '/automation/{id}/messages',
    summary: ['อ่านข้อความของการทำงานอัตโนมัติ', 'Read the messages of an automation'],
    permission: read,
    params: byId,
    response: z.object({ steps: z.array(MessageStep) }),
  },
})
