import { z } from 'zod'
import { byProfile } from '../customers/profiles.ts'
import { Id, Page, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Sensitive values of one customer that one viewer was shown by one call within an hour. */
const Reading = z.object({
  /** Beginning of the hour. */
  hour: Time,
  viewer: z.object({
    kind: z.enum(['person', 'program']),
    id: Id,
    /** Name today; null for a credential that is deleted. */
    name: z.string().nullable(),
  }),
  /** Role of a person at that time. */
  role: z.string().nullable(),
  /** The call, as in `POST /api/profile/query`. */
  way: z.string(),
  fields: z.array(z.object({ id: z.int(), display_name: z.string().nullable() })),
  reads: z.int(),
})

/**
 * Viewers of a customer's sensitive values, newest first, kept for two years. Sessions of the SQL account are not included. Only for readers
 * of sensitive values: a reading tells that there is a value.
 */
export const readers = feature({
  ofProfile: {
    method: 'GET',
    path: '/profile/{id}/readers',
    summary: ['อ่านว่าใครเห็นข้อมูลอ่อนไหว', 'List who saw sensitive data'],
    permission: 'cdp-core.audit-log.read',
    alsoRequires: 'cdp-core.profile-sensitive.read',
    params: byProfile,
    query: Page,
    response: pageOf(Reading),
  },
})
