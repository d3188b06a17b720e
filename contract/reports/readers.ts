import { z } from 'zod'
import { byProfile } from '../customers/profiles.ts'
import { Id, Page, pageOf, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

export const readerKinds = ['person', 'program', 'export', 'sql'] as const
export const readerDays = ['30', '90', '365'] as const

/** Sensitive values of one customer that one viewer was shown in one way. */
const Reading = z.object({
  /** An export names the person who made it. */
  kind: z.enum(readerKinds),
  /** Beginning of the first and of the last hour. A person has a line per hour, a program one for equal reads. */
  first_hour: Time,
  hour: Time,
  viewer: z.object({
    /** Null for an SQL account. */
    id: Id.nullable(),
    /** Name today; null for a credential that is deleted, and for an SQL account. */
    name: z.string().nullable(),
  }),
  /** Role of a person at that time. */
  role: z.string().nullable(),
  /** The call, as in `POST /api/profile/query`, and its summary. Null for an SQL account. */
  way: z.object({ call: z.string(), title: z.string().nullable() }).nullable(),
  fields: z.array(z.object({ id: z.int(), display_name: z.string().nullable() })),
  /** Answers; sessions of an SQL account. */
  reads: z.int(),
  /** False for an SQL account: its views showed the customer while it was on, and nothing records which rows it read. */
  certain: z.boolean(),
})

/** Viewers of a customer's sensitive values, kept for two years. Only for readers of sensitive values: a reading tells that there is a value. */
export const readers = feature({
  /** The newest first. Counts are those of all kinds in the chosen days. */
  ofProfile: {
    method: 'GET',
    path: '/profile/{id}/readers',
    summary: ['อ่านว่าใครเห็นข้อมูลอ่อนไหว', 'List who saw sensitive data'],
    permission: 'cdp-core.audit-log.read',
    alsoRequires: 'cdp-core.profile-sensitive.read',
    params: byProfile,
    query: Page.extend({
      kind: z.enum(readerKinds).optional(),
      /** Last days; all that are kept when left out. */
      days: z.enum(readerDays).optional(),
    }),
    response: pageOf(Reading).extend({
      kinds: z.record(z.enum(readerKinds), z.int()),
      /** Records are complete from here on. */
      complete_since: Time,
    }),
  },
})
