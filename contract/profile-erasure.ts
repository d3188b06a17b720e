import { z } from 'zod'
import { feature } from './endpoint.ts'
import { JobStarted } from './jobs.ts'
import { byProfile } from './profiles.ts'

export const profileErasure = feature({
  /**
   * Forgets a person for good (PDPA section 33): values, activities, history, records of imports and the rows of uploaded files.
   * A keyed hash of what tells the person apart stays, so that a later import notices and counts it. It can't be undone.
   */
  erase: {
    method: 'POST',
    path: '/profile/{id}/erase',
    permission: 'cdp-core.privacy.manage',
    params: byProfile,
    body: z.strictObject({
      /** The profile's id once more, as somebody typed or confirmed it. */
      confirm: z.literal(true),
    }),
    response: JobStarted,
    errors: ['profile_locked'],
  },
})
