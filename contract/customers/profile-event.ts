import { z } from 'zod'
import { Id, ProfileId } from '../platform/common.ts'
import { event } from '../platform/event.ts'

/** Customers named in one event: PostgreSQL notifies with less than 8,000 bytes. */
export const MAX_PUSHED_PROFILES = 100

/** Changes of customers, or acts for them: screens that show one of them read again. */
export const profileEvent = event({
  event_type: 'profile',
  topics: [],
  visibleTo: 'cdp-core.profile.read',
  leadsTo: null,
  data: z.object({
    /** Null for more than an event names: screens read whatever customers they show. */
    profile_ids: z.array(ProfileId).max(MAX_PUSHED_PROFILES).nullable(),
    /** `ticked`: taken off a work list or put back, which changes no customer. */
    act: z.enum(['changed', 'ticked']),
    /** Null for programs and customers themselves. */
    user_id: Id.nullable(),
  }),
})
