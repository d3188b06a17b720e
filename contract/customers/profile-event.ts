import { z } from 'zod'
import { Id, ProfileId } from '../platform/common.ts'
import { event } from '../platform/event.ts'

/** Somebody changed a customer, or did something for one: screens that show the customer read again. */
export const profileEvent = event({
  event_type: 'profile',
  topics: [],
  visibleTo: 'cdp-core.profile.read',
  leadsTo: { screen: 'profile-detail', id: 'profile_id' },
  data: z.object({
    profile_id: ProfileId,
    /** Null for programs. */
    user_id: Id.nullable(),
  }),
})
