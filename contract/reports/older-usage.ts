import { z } from 'zod'
import { Id, IdText, Page, pageOf } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'

/** Days for which calls of the older API are counted. */
export const OLDER_USAGE_DAYS = 90

/** Use of the older API, per caller and call. */
export const olderUsage = feature({
  /** The last 90 days, the latest use first. A use counts within seconds. */
  list: {
    method: 'GET',
    path: '/audit-log/older-usage',
    summary: ['อ่านการใช้คำสั่งรุ่นเดิม', 'List the use of older calls'],
    permission: 'cdp-core.audit-log.read',
    /** `user_id`: the calls of one person alone. */
    query: Page.extend({ user_id: IdText.optional() }),
    response: pageOf(
      z.object({
        user: z.object({ id: Id, name: z.string() }),
        /** As in `GET /v1/profiles/{id}`. */
        call: z.string(),
        calls: z.int(),
        first_day: z.iso.date(),
        last_day: z.iso.date(),
        /** Title of the newer call; null if none replaces it, or the call is none of this version. */
        becomes: z.string().nullable(),
        /** Differences between both, in the reader's language. */
        differs: z.string(),
        /** Change of the program, as a patch. */
        patch: z.string(),
      }),
    ),
  },
})
