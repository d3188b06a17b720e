import { z } from 'zod'
import { byId, Id, IdText } from './common.ts'
import { DpaStatus } from './dpa.ts'
import { feature } from './endpoint.ts'

export const Store = z.object({ id: Id, name: z.string(), time_zone: z.string(), era: z.enum(['ce', 'be']) })

export const stores = feature({
  /** Exchanges the person's token for one of this store; every store call carries that one. */
  token: {
    method: 'POST',
    path: '/stores/auth/token',
    permission: 'person',
    // The sign-in before it is written down.
    audit: false,
    body: z.strictObject({ id: Id }),
    response: z.object({
      token: z.string(),
      expires_in: z.int(),
      roles: z.array(z.string()),
      permissions: z.array(z.string()),
      dpa_status: DpaStatus,
    }),
  },
  /** With what the caller may do there at this moment, and how the store stands to the agreement. */
  get: {
    method: 'GET',
    path: '/stores/{id}',
    permission: 'member',
    beforeDpa: true,
    params: byId,
    response: Store.extend({ roles: z.array(z.string()), permissions: z.array(z.string()), dpa_status: DpaStatus }),
  },
})

export const users = feature({
  /** The stores a person belongs to, with the roles held there. */
  stores: {
    method: 'GET',
    path: '/users/{user_id}/user-stores',
    permission: 'person',
    params: z.strictObject({ user_id: IdText }),
    response: z.object({
      data: z.array(z.object({ id: Id, store: z.object({ id: Id, name: z.string() }), roles: z.array(z.string()) })),
      total: z.int(),
    }),
  },
})
