import { z } from 'zod'
import { Id, Page, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Kinds of work with an effect outside of Ruam that waits after a restore. Each asks for the right of the thing itself. */
const heldKinds = ['broadcast'] as const

const Held = z.object({
  kind: z.enum(heldKinds),
  id: Id,
  name: z.string(),
  due_at: Time,
  /** People who got it, and people who wait. Null before its audience is known. */
  done: z.int(),
  waiting: z.int().nullable(),
})

/** Broadcasts that were due before a restore and wait for a release. */
export const restoreHold = feature({
  list: {
    method: 'GET',
    path: '/restore-hold',
    summary: ['อ่านบรอดแคสต์ที่พักหลังกู้คืนข้อมูล', 'List broadcasts paused by a restore'],
    permission: 'cdp-core.broadcast.send',
    query: Page,
    response: pageOf(Held),
  },
  release: {
    method: 'POST',
    path: '/restore-hold/release',
    summary: ['ส่งรายการที่พักหลังกู้คืนข้อมูล', 'Send what a restore paused'],
    permission: 'cdp-core.broadcast.send',
    audit: 'held_released',
    body: z.strictObject({ kind: z.enum(heldKinds), id: Id }),
    errors: ['broadcast_state', 'broadcast_quiet', 'broadcast_account'],
  },
})
