import { z } from 'zod'
import { Text, Time } from '../platform/common.ts'
import { feature } from '../platform/endpoint.ts'
import { scopeNames } from '../platform/scopes.ts'
import { PageSize } from './page-size.ts'

/** failed: some items failed; refused: answered with an error. */
export const requestOutcomes = ['ok', 'failed', 'refused'] as const

/** The log of the caller's own requests. */
export const openApiRequests = feature({
  /** Requests of 30 days, the newest first, without bodies. Each is in the log some seconds after its answer. */
  requests: {
    outside: true,
    permission: 'program',
    method: 'GET',
    path: '/open-api/v1/requests',
    // A program has made these requests itself: any scope opens them.
    scope: scopeNames,
    query: z.strictObject({
      outcome: z.enum(requestOutcomes).optional(),
      /** As in `x-request-id` of an answer. */
      request_id: Text(200).optional(),
      cursor: Text(200)
        .regex(/^[\w-]+$/)
        .optional(),
      limit: PageSize,
    }),
    response: z.object({
      data: z.array(
        z.object({
          request_id: z.string(),
          at: Time,
          call: z.string(),
          status: z.int(),
          error: z.string().nullable(),
          message: z.string().nullable(),
          items: z.int().nullable(),
          failed: z.int().nullable(),
          duration_ms: z.int(),
        }),
      ),
      next_cursor: z.string().nullable(),
      has_more: z.boolean(),
    }),
  },
})
